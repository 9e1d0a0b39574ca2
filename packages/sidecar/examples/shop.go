// A shop: HOOK_SECRET=whsec_… go run shop.go
package main
import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/json"
	"io"; "net/http"; "os"; "strconv"; "strings"; "sync"; "time")

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("HOOK_SECRET"), "whsec_"))
var file sync.Mutex // One request at a time reads and writes orders.json.

func main() {
	if len(key) < 24 { panic("HOOK_SECRET is missing.") }
	port, hasPort := os.LookupEnv("PORT")
	if !hasPort { port = "8080" }
	panic(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(answer)))
}

func answer(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	if request.Method == "GET" { http.ServeFile(response, request, "page.html"); return }
	if !isSigned(request.Header, body) { response.WriteHeader(401); return }
	file.Lock(); defer file.Unlock()
	var message struct{ Order string; Outcome string `json:"order_outcome"` }
	var orders map[string]map[string]string
	text, _ := os.ReadFile("orders.json")
	if json.Unmarshal(body, &message) != nil || json.Unmarshal(text, &orders) != nil { response.WriteHeader(500); return }
	order, isKnown := orders[message.Order]
	if request.URL.Path == "/find-order" && !isKnown { response.WriteHeader(404); return }
	if request.URL.Path == "/find-order" { delete(order, "outcome"); json.NewEncoder(response).Encode(order); return }
	if isKnown { order["outcome"] = message.Outcome; text, _ = json.Marshal(orders) }
	if os.WriteFile("orders.new", text, 0o600) != nil || os.Rename("orders.new", "orders.json") != nil { response.WriteHeader(500); return }
	json.NewEncoder(response).Encode(map[string]string{"received": request.Header.Get("webhook-id")})
}

func isSigned(header http.Header, body []byte) (isRight bool) { // Standard Webhooks
	at, _ := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	signer := hmac.New(sha256.New, key)
	signer.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "." + string(body)))
	right := []byte("v1," + base64.StdEncoding.EncodeToString(signer.Sum(nil)))
	for _, given := range strings.Fields(header.Get("webhook-signature")) { isRight = isRight || hmac.Equal(right, []byte(given)) }
	return isRight && time.Since(time.Unix(at, 0)).Abs() < 5*time.Minute
}
