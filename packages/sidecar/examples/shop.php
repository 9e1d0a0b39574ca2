<?php // A shop: HOOK_SECRET=whsec_… php -S 127.0.0.1:8080 shop.php
$key = base64_decode(substr((string) getenv('HOOK_SECRET'), strlen('whsec_')));
if (strlen($key) < 24) throw new RuntimeException('HOOK_SECRET is missing.');
$orders = new SQLite3('orders.db');
$orders->busyTimeout(5000);
$orders->exec('CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount TEXT, currency TEXT, outcome TEXT)');
$orders->exec("INSERT OR IGNORE INTO orders (reference, amount, currency) VALUES ('A-1001', '199.90', 'UAH')");

/** The message of the sidecar, once its signature is verified (Standard Webhooks). */
function message(string $key): array
{
    $body = file_get_contents('php://input');
    [$id, $time] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    $given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $isSigned = in_array(true, array_map(fn($each) => hash_equals($right, $each), $given), true);
    if (!$isSigned || abs(time() - (int) $time) > 300) {
        http_response_code(401);
        exit();
    }
    return json_decode($body, true);
}

function query(SQLite3 $orders, string $sql, array $values): array|false
{
    $statement = $orders->prepare($sql);
    foreach ($values as $at => $value) $statement->bindValue($at + 1, $value);
    return $statement->execute()->fetchArray(SQLITE3_ASSOC);
}

if ($_SERVER['REQUEST_URI'] === '/find-order') {
    $sql = 'SELECT reference, amount, currency FROM orders WHERE reference = ?';
    $order = query($orders, $sql, [message($key)['order']]);
    $order ? print json_encode($order) : http_response_code(404);
} elseif ($_SERVER['REQUEST_URI'] === '/status-change') {
    ['order' => $reference, 'order_outcome' => $outcome] = message($key);
    query($orders, 'UPDATE orders SET outcome = ? WHERE reference = ?', [$outcome, $reference]);
    print json_encode(['received' => $_SERVER['HTTP_WEBHOOK_ID']]);
} else readfile(__DIR__ . '/page.html');
