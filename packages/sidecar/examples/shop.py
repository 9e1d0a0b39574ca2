"""A shop: HOOK_SECRET=whsec_… python3 shop.py"""
import base64, hmac, json, os, pathlib, sqlite3, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["HOOK_SECRET"].removeprefix("whsec_"))
assert len(key) >= 24, "HOOK_SECRET is missing."
orders = sqlite3.connect("orders.db", check_same_thread=False, isolation_level=None)
orders.execute("CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount TEXT, currency TEXT, outcome TEXT)")
orders.execute("INSERT OR IGNORE INTO orders (reference, amount, currency) VALUES ('A-1001', '199.90', 'UAH')")

class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, pathlib.Path(__file__).with_name("page.html").read_bytes(), "text/html")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not self.is_signed(body): return self.answer(401)
        message = json.loads(body)
        if self.path == "/find-order":
            sql = "SELECT json_object('reference', reference, 'amount', amount, 'currency', currency) FROM orders WHERE reference = ?"
            order = orders.execute(sql, (message["order"],)).fetchone()
            return self.answer(200, order[0].encode()) if order else self.answer(404)
        orders.execute("UPDATE orders SET outcome = ? WHERE reference = ?", (message["order_outcome"], message["order"]))
        self.answer(200, json.dumps({"received": self.headers["webhook-id"]}).encode())

    def is_signed(self, body):  # Standard Webhooks
        id, at = self.headers.get("webhook-id", ""), self.headers.get("webhook-timestamp", "0")
        right = b"v1," + base64.b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256"))
        given = self.headers.get("webhook-signature", "").encode().split(b" ")
        is_fresh = at.isdigit() and abs(time.time() - int(at)) < 300
        return is_fresh and any(hmac.compare_digest(right, each) for each in given)

    def answer(self, status, body=b"", content_type="application/json"):
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Shop).serve_forever()
