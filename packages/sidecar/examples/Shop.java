// A shop: HOOK_SECRET=whsec_… java -cp /usr/share/java/gson.jar Shop.java
import com.google.gson.JsonParser;
import com.sun.net.httpserver.*; import java.nio.file.*; import java.util.*;
class Shop {
    static javax.crypto.Mac signer;
    public static void main(String... none) throws Exception {
        signer = javax.crypto.Mac.getInstance("HmacSHA256");
        signer.init(new javax.crypto.spec.SecretKeySpec(Base64.getDecoder().decode(System.getenv("HOOK_SECRET").substring(6)), "HmacSHA256"));
        var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv().getOrDefault("PORT", "8080")));
        var server = HttpServer.create(address, 0);
        server.createContext("/", exchange -> { try (exchange) { answer(exchange); } });
        server.start(); // It answers one request at a time.
    }
    static void answer(HttpExchange exchange) throws java.io.IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), "UTF-8"), text = "";
        var status = 200;
        if (exchange.getRequestMethod().equals("GET")) text = Files.readString(Path.of("page.html"));
        else if (!isSigned(exchange.getRequestHeaders(), body)) status = 401;
        else {
            var message = JsonParser.parseString(body).getAsJsonObject();
            var orders = JsonParser.parseString(Files.readString(Path.of("orders.json"))).getAsJsonObject();
            var order = orders.getAsJsonObject(message.get("order").getAsString());
            var isQuestion = exchange.getRequestURI().getPath().equals("/find-order");
            if (isQuestion && order == null) status = 404;
            else if (isQuestion) { order.remove("outcome"); text = order.toString(); }
            else text = "{\"received\":\"" + exchange.getRequestHeaders().getFirst("webhook-id") + "\"}";
            if (order != null && !isQuestion) order.add("outcome", message.get("order_outcome"));
            if (!isQuestion) Files.move(Files.writeString(Path.of("orders.new"), orders.toString()), Path.of("orders.json"), StandardCopyOption.REPLACE_EXISTING);
        }
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(text.getBytes("UTF-8"));
    }
    static boolean isSigned(Headers headers, String body) throws java.io.IOException { // Standard Webhooks
        var time = String.valueOf(headers.getFirst("webhook-timestamp"));
        var hash = signer.doFinal((headers.getFirst("webhook-id") + "." + time + "." + body).getBytes("UTF-8"));
        var right = "v1," + Base64.getEncoder().encodeToString(hash);
        var isFresh = time.matches("\\d{1,12}") && Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) < 300;
        return isFresh && Arrays.stream(String.valueOf(headers.getFirst("webhook-signature")).split(" ")).anyMatch(each -> java.security.MessageDigest.isEqual(each.getBytes(), right.getBytes()));
    }
}
