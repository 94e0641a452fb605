package after

import (
	"testing"

	"tilewatch/web/text"
)

// FuzzPhotoRead sends anything in place of a photo's reading.
func FuzzPhotoRead(f *testing.F) {
	for _, seed := range []string{
		`{"result":{"game":"nabit","cells":[{"row":0,"col":0,"letter":"A","color":"red","height":5,"corners":[[0,0],[1e300,0],[9,9],[-1e300,9]],"confidence":2}],"racks":[{"color":"gray","tiles":[{"letter":"?"}]}],"banks":[{"color":null,"tiles":-5}],"warnings":[{"code":"x"}]},"width":1,"height":30000,"out":"gray","fixes":[{"bank":"gray","tiles":3}]}`,
		`{"result":{"cells":[{"row":0,"col":0,"letter":"A","color":"red","height":1,"sure":{"tile":-3,"color":2},"readings":[{"letter":"B","chance":-1}]}]},"more":[{"result":{"cells":[{"row":5,"col":5,"letter":"A","color":"red","height":1}]},"width":9}],"fixes":[{"row":0,"col":0,"letter":"?","blank":true,"color":"gray"},{"row":1,"col":0}]}`,
		`{"result":{"game":"dabble","racks":[{"tiers":[{"tiles":[{"corners":[]}]}]}]}}`, `{"result":{"game":"snag","tiles":[{"number":-1}],"runs":[[],null]}}`,
		`{"result":{"game":"tabit","players":[{"letters":[null]}]}}`, `{"result":{"error":{}}}`, `{}`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		counted, err := readPhoto(played{}, data, text.For("en"), false)
		if err != nil {
			return
		}
		if _, err := counted.Draw(); err != nil {
			t.Error(err)
		}
	})
}
