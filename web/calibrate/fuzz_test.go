package calibrate

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzDo sends anything as what a person asks the bench for. Lengths that come through are some.
func FuzzDo(f *testing.F) {
	for _, seed := range []string{"do=start&step=camera", "do=board&square=12%2C5&thick=NaN", "do=board&square=1e999&thick=-0", "%zz", "do=" + strings.Repeat("x", 5000)} {
		f.Add(seed, "application/x-www-form-urlencoded")
	}
	f.Add("--a\r\n", "multipart/form-data; boundary=a")
	f.Fuzz(func(t *testing.T, form, kind string) {
		b := &bench{}
		request := httptest.NewRequest(http.MethodPost, "/calibrate/do", strings.NewReader(form))
		request.Header.Set("Content-Type", kind)
		a := httptest.NewRecorder()
		Handler(b).ServeHTTP(a, request)
		if a.Code >= 500 {
			t.Errorf("status %d: %s", a.Code, a.Body)
		}
		for _, ask := range b.asked {
			for _, mm := range []float64{ask.SquareMM, ask.ThickMM} {
				if mm != -1 && !(mm >= 0 && mm <= 1000) {
					t.Errorf("%v mm came through", mm)
				}
			}
		}
	})
}
