// A shop: HOOK_SECRET=whsec_… java -cp /usr/share/java/gson.jar Shop.java
import com.google.gson.JsonParser;
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
class Shop {
    static javax.crypto.Mac signer;
    public static void main(String... none) throws Exception {
        var key = Base64.getDecoder().decode(System.getenv("HOOK_SECRET").replaceFirst("^whsec_", ""));
        signer = javax.crypto.Mac.getInstance("HmacSHA256");
        signer.init(new javax.crypto.spec.SecretKeySpec(key, "HmacSHA256"));
        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        var server = HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> { try (exchange) { answer(exchange); } });
        server.start();
    }
    static void answer(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
        var status = 200;
        var text = "";
        if (exchange.getRequestMethod().equals("GET")) text = Files.readString(Path.of("page.html"));
        else if (!isSigned(exchange.getRequestHeaders(), body)) status = 401;
        else if (exchange.getRequestURI().getPath().equals("/find-order")) {
            var orders = JsonParser.parseString(Files.readString(Path.of("orders.json"))).getAsJsonObject();
            var order = orders.get(JsonParser.parseString(body).getAsJsonObject().get("order").getAsString());
            if (order == null) status = 404; else text = order.toString();
        } else try (var changes = new java.io.FileWriter("changes.jsonl", java.nio.charset.StandardCharsets.UTF_8, true)) { changes.write(body + "\n"); text = "{\"received\":\"" + exchange.getRequestHeaders().getFirst("webhook-id") + "\"}"; } // An order is what order_outcome of its last line says.
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(text.getBytes("UTF-8"));
    }
    static boolean isSigned(Headers headers, String body) throws IOException { // Standard Webhooks
        var time = String.valueOf(headers.getFirst("webhook-timestamp"));
        var text = headers.getFirst("webhook-id") + "." + time + "." + body;
        var right = "v1," + Base64.getEncoder().encodeToString(signer.doFinal(text.getBytes("UTF-8")));
        var isFresh = time.matches("\\d{1,12}") && Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) < 300;
        var given = String.valueOf(headers.getFirst("webhook-signature")).split(" ");
        return isFresh && Arrays.stream(given).anyMatch(each -> java.security.MessageDigest.isEqual(each.getBytes(), right.getBytes()));
    }
}
