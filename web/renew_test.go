package web

import (
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

func TestAnOpenPageLearnsThatLinksWereRenewed(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	host := browsertest.New(t)
	host.Dress(390, 844, 2, "light")
	host.Open(place.Url + place.server.Link("kitchen", access.RoleHost) + "?to=setup")
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "dark")
	phone.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
	phone.Until("it may play", `document.querySelector('.tools button') && document.querySelector('[data-part=board]').shown`)
	host.Script(`document.querySelector('[action$="/links"]').closest('details').open = true`)
	host.Accessible("set-up")
	host.Look("renew")
	host.Script(`document.querySelector('[action$="/links"] button').click()`)
	host.Until("the host is told", `document.querySelector('.note[role=status]')`)
	phone.Until("it may only look", `document.querySelector('.only-look a') && !document.querySelector('.tools button')`)
	phone.Until("and looks", `document.querySelector('[data-part=board]').shown`)
	phone.Clean(place.Url, false)
}
