// A shop: HOOK_SECRET=whsec_… go run shop.go
package main

import (
	"crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/json"
	"io"; "net/http"; "os"; "strconv"; "strings"; "time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("HOOK_SECRET"), "whsec_"))
var changes, _ = os.OpenFile("changes.jsonl", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)

func main() {
	if len(key) < 24 { panic("HOOK_SECRET is missing.") }
	port := os.Getenv("PORT")
	if port == "" { port = "8080" }
	panic(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(answer)))
}

func answer(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	if request.Method == "GET" { http.ServeFile(response, request, "page.html"); return }
	if !isSigned(request.Header, body) { response.WriteHeader(401); return }
	if request.URL.Path == "/find-order" {
		var orders map[string]json.RawMessage
		var question struct{ Order string }
		text, _ := os.ReadFile("orders.json")
		json.Unmarshal(text, &orders)
		json.Unmarshal(body, &question)
		if order, isKnown := orders[question.Order]; isKnown { response.Write(order) } else { response.WriteHeader(404) }
	} else if _, err := changes.Write(append(body, '\n')); err != nil { response.WriteHeader(500) } else { json.NewEncoder(response).Encode(map[string]string{"received": request.Header.Get("webhook-id")}) } // An order is what order_outcome of its last line says.
}

func isSigned(header http.Header, body []byte) (isRight bool) { // Standard Webhooks
	at, _ := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	signer := hmac.New(sha256.New, key)
	signer.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "." + string(body)))
	right := []byte("v1," + base64.StdEncoding.EncodeToString(signer.Sum(nil)))
	for _, given := range strings.Fields(header.Get("webhook-signature")) { isRight = isRight || hmac.Equal(right, []byte(given)) }
	return isRight && time.Since(time.Unix(at, 0)).Abs() < 5*time.Minute
}
