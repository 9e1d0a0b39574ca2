<?php
// A merchant's backend for the wallet buttons: PHP 8.1 with curl, openssl and sqlite3, no library.
// It answers what openapi.yaml describes and passes the conformance run. A shop adds sessions of its own against
// other sites' pages, and goes on asking, ever more rarely, about what it has freed: a late charge is then seen.
//
//   export SERVICE_URL=http://127.0.0.1:4010 MERCHANT_ID=shop-1 PHP_CLI_SERVER_WORKERS=4 \
//   MERCHANT_KEY=.wallet-sandbox/merchant-private.pem SERVICE_KEY=.wallet-sandbox/service-public.pem
//   php backend.php &                      # the job that asks about open payments, although no page does
//   php -S 127.0.0.1:8080 backend.php
declare(strict_types=1);

// Where PHP shows errors, as without a php.ini, it answers them with 200: a webhook would count as stored.
ini_set('display_errors', '0');

const OUTCOMES = [
    'paid' => 'succeeded', 'paid_off' => 'succeeded', 'holded' => 'authorized',
    'hold_confirmed' => 'authorized', 'failed' => 'failed', 'expired' => 'expired', 'voided' => 'cancelled', 'refunded' => 'refunded',
];
// A later outcome replaces an earlier one, whatever arrives first.
const RANK = ['unknown', 'pending', 'failed', 'expired', 'authorized', 'succeeded', 'cancelled', 'refunded'];

// An order without a payment, or whose last one took nothing for certain or gave it all back, may be paid.
const FREE = ['', 'failed', 'expired', 'cancelled', 'refunded'];

// The service's own errors, and what means that it is at work on the session: the outcome stays unknown.
const ERRORS = ['processing', 'validation', 'fatal'];
const BUSY = [408, 409, 423, 425, 429];
const IN_PROGRESS = ['InProgressError', 'SessionInProgressError', 'SessionLockedError'];
// Seconds between two looks that know of nothing, until the order is free: after a refusal, and without one.
const APART = 10;
const GRACE = 900;

// No blank at an end and nothing invisible: a database may ignore them, and would find one order by two references.
const REFERENCE = '/^(?!\p{Z})[^\p{C}\x{2028}\x{2029}]{1,128}(?<!\p{Z})$/Du';

/**
 * The shop's own orders: what an order costs, or null if there is none. Replace it with yours. MySQL compares texts
 * without case and accents, so return the row's own reference too: 'reference' => $row['reference'].
 */
function findOrder(string $order): ?array {
    return str_starts_with($order, 'conformance-') ? ['amount' => '199.90', 'currency' => 'UAH'] : null;
}

final class Problem extends Exception {
    public function __construct(public int $status, string $code, public array $extra = []) {
        parent::__construct($code);
    }
}

/** One row an order. The outcome is empty until a token is sent. */
function db(): SQLite3 {
    static $db = null;
    if ($db === null) {
        $db = new SQLite3(getenv('DATABASE') ?: 'payments.db');
        $db->enableExceptions(true);
        $db->busyTimeout(10_000);
        $db->exec('CREATE TABLE IF NOT EXISTS payment (order_ref TEXT PRIMARY KEY, key TEXT, session TEXT,
            status TEXT DEFAULT "", outcome TEXT DEFAULT "", acs_url TEXT,
            apart INTEGER DEFAULT ' . GRACE . ', seen INTEGER)');
    }
    return $db;
}

function query(string $sql, string|int|null ...$values): ?array {
    $statement = db()->prepare($sql);
    foreach ($values as $index => $value) $statement->bindValue($index + 1, $value);
    return $statement->execute()->fetchArray(SQLITE3_ASSOC) ?: null;
}

function payment(string $order): ?array {
    return query('SELECT * FROM payment WHERE order_ref = ?', $order);
}

/** A signed call: the signature covers exactly the bytes that are sent. Returns status (0: no answer), JSON and text. */
function call(string $operation, array $body): array {
    $text = json_encode(['merchant_id' => getenv('MERCHANT_ID')] + $body);
    openssl_sign($text, $signature, file_get_contents(getenv('MERCHANT_KEY')), OPENSSL_ALGO_SHA256);
    $curl = curl_init(getenv('SERVICE_URL') . "/v1/$operation");
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $text,
        CURLOPT_HTTPHEADER => ['content-type: application/json', 'x-sign: ' . base64_encode($signature)],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
    ]);
    $answer = curl_exec($curl);
    $json = is_string($answer) ? json_decode($answer, true) : null;
    return [is_string($answer) ? curl_getinfo($curl, CURLINFO_HTTP_CODE) : 0, is_array($json) ? $json : [], $answer];
}

/** The members of a success; none if it is not known to be one. 200 alone proves nothing. */
function ask(string $operation, array $body): array {
    [$code, $answer] = call($operation, $body);
    return $code === 200 && !isError($answer) ? $answer : [];
}

function isError(array $answer): bool {
    return in_array($answer['type'] ?? '', ERRORS, true) || ($answer['success'] ?? true) === false;
}

/** The order's session with its payment, opened once. */
function open(string $order, array $price): string {
    $known = payment($order)['session'] ?? null;
    if ($known !== null) return $known;
    $session = ask('session', ['callback_url' => "http://{$_SERVER['HTTP_HOST']}/wallet/webhook/v1"])['id'] ?? null;
    $sent = ['session_id' => $session, 'amount' => (float) $price['amount'], 'external_id' => $order];
    if ($session === null || !isset(ask('payment', $sent)['id'])) throw new Problem(502, 'service_unreachable');
    query('INSERT INTO payment (order_ref, session) VALUES (?, ?)
        ON CONFLICT (order_ref) DO UPDATE SET session = COALESCE(session, excluded.session)', $order, $session);
    return payment($order)['session']; // Another request may have been first.
}

/** Whether an answer or webhook is about this payment, if it names a session or an order at all. */
function isAbout(array $payment, array $answer): bool {
    $session = $answer['session_id'] ?? $answer['id'] ?? $payment['session'];
    // Webhooks of v2 and v3 name the order in each payment.
    $orders = array_filter([$answer['external_id'] ?? null, ...array_column($answer['payments'] ?? [], 'external_id')]);
    return $session === $payment['session'] && array_diff($orders, [$payment['order_ref']]) === [];
}

/** Takes over what the service says of a session: in an answer, by webhook or by get-status. */
function apply(string $session, array $answer): void {
    $status = $answer['status'] ?? null;
    // A part is a part, whatever the status is called.
    $isPart = $status === 'refunded' && (float) ($answer['refunded_amount'] ?? INF) < (float) ($answer['amount'] ?? 0);
    db()->exec('BEGIN IMMEDIATE');
    $payment = query('SELECT * FROM payment WHERE session = ? AND outcome <> ""', $session);
    if ($payment !== null && isAbout($payment, $answer) && is_string($status) && $status !== '') {
        $outcome = $isPart ? 'succeeded' : OUTCOMES[$status] ?? 'pending';
        if (array_search($outcome, RANK) >= array_search($payment['outcome'], RANK)) {
            query('UPDATE payment SET status = ?, outcome = ?, acs_url = COALESCE(?, acs_url) WHERE session = ?',
                $status, $outcome, $answer['acs_url'] ?? null, $session);
        }
    }
    db()->exec('COMMIT');
}

/** Asks about an open payment. Its order is free once two looks, far enough apart, know of nothing. */
function look(array $payment): void {
    ['order_ref' => $order, 'outcome' => $outcome, 'session' => $session] = $payment;
    if (!in_array($outcome, ['unknown', 'pending'], true)) return;
    // Without a session the process ended before a token left.
    $answer = $session === null ? ['status' => 'created'] : ask('get-status', ['session_id' => $session]);
    if (($answer['status'] ?? null) !== 'created') {
        apply($session, $answer);
    } elseif (isAbout($payment, $answer)) {
        query('UPDATE payment SET seen = COALESCE(seen, ?) WHERE order_ref = ? AND session IS ?', time(), $order, $session);
        query('UPDATE payment SET outcome = "failed"
            WHERE order_ref = ? AND session IS ? AND outcome = "unknown" AND seen + apart <= ?', $order, $session, time());
    }
}

function answerOf(array $payment): array {
    $bank = $payment['outcome'] === 'pending' ? array_filter(['acs_url' => $payment['acs_url']]) : [];
    return ['outcome' => $payment['outcome'], 'status' => $payment['status']] + $bank;
}

function prepare(string $order, array $price): array {
    open($order, $price);
    return [204, null];
}

function payToken(array $body, string $order, array $price): array {
    $key = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '';
    ['token' => $token, 'wallet' => $wallet, 'shown' => $shown] = $body + ['token' => 0, 'wallet' => 0, 'shown' => 0];
    $kinds = ['wallet-a' => 'apple_pay', 'wallet-b' => 'google_pay'];
    if ($key === '' || !is_string($token) || $token === '' || !is_string($wallet) || !isset($kinds[$wallet])
        || !is_string($shown['amount'] ?? null)) throw new Problem(400, 'invalid_request');
    if ([$shown['amount'], $shown['currency'] ?? null] !== [$price['amount'], $price['currency']]) {
        throw new Problem(409, 'amount_changed');
    }

    // The intent is durable before the token leaves, and only one request writes it.
    db()->exec('BEGIN IMMEDIATE');
    $before = payment($order) ?? ['outcome' => '', 'session' => null, 'key' => null];
    $isRepeated = $before['key'] === $key;
    $isFree = !$isRepeated && in_array($before['outcome'], FREE, true);
    if ($isFree) {
        query('REPLACE INTO payment (order_ref, key, session, outcome) VALUES (?, ?, ?, "unknown")',
            $order, $key, $before['outcome'] === '' ? $before['session'] : null);
    }
    db()->exec('COMMIT');
    if ($isRepeated) return [$before['outcome'] === 'unknown' ? 202 : 200, answerOf($before)];
    if (!$isFree) throw new Problem(409, 'order_busy', ['payment_status' => $before['status']] + answerOf($before));

    try {
        $session = open($order, $price);
    } catch (Problem $problem) {
        query('DELETE FROM payment WHERE order_ref = ?', $order); // No token left.
        throw $problem;
    }
    $sent = ['session_id' => $session, 'token' => $token, 'paytype' => $kinds[$wallet],
        'redirect_url' => getenv('REDIRECT_URL') ?: 'http://localhost/return'];
    // Without a readable answer the outcome stays unknown: the token is never sent again.
    [$code, $answer] = call('pay-token', $sent);
    $isBusy = in_array($code, BUSY, true) || in_array($answer['code'] ?? '', IN_PROGRESS, true);
    if ($code === 200 && !isError($answer)) apply($session, $answer);
    elseif ($code >= 400 && $code < 500 && isError($answer) && !$isBusy) {
        query('UPDATE payment SET apart = ?, seen = NULL WHERE session = ?', APART, $session);
    }
    $payment = payment($order);
    $open = in_array($payment['outcome'], ['unknown', 'pending'], true) && $payment['acs_url'] === null;
    return [$open ? 202 : 200, answerOf($payment)];
}

function status(string $order): array {
    $payment = payment($order);
    if (($payment['outcome'] ?? '') === '') throw new Problem(404, 'no_payment');
    look($payment);
    $payment = payment($order);
    return [200, answerOf($payment) + ['final' => !in_array($payment['outcome'], ['unknown', 'pending'], true)]];
}

function validateMerchant(array $body, string $order, array $price): array {
    $url = is_string($body['validation_url'] ?? null) ? $body['validation_url'] : '';
    $gateway = '#^https://(cn-)?apple-pay-gateway(-[a-z0-9-]+)?\.apple\.com/paymentservices/\w+$#D';
    if (!preg_match($gateway, $url)) throw new Problem(400, 'validation_url');
    $sent = ['session_id' => open($order, $price), 'validation_url' => $url, 'domain' => getenv('DOMAIN') ?: '127.0.0.1'];
    [$code, $session, $text] = call('walleta-pay/validate-merchant', $sent);
    if ($code !== 200 || $session === [] || isError($session)) throw new Problem(502, 'service_unreachable');
    return [200, $text]; // Byte for byte.
}

function webhook(string $raw): array {
    $signature = base64_decode($_SERVER['HTTP_X_SIGN_V2'] ?? '', true) ?: '';
    $right = openssl_verify($raw, $signature, file_get_contents(getenv('SERVICE_KEY')), OPENSSL_ALGO_SHA256);
    if ($right !== 1) throw new Problem(401, 'invalid_signature');
    $body = json_decode($raw, true);
    if (!is_array($body)) throw new Problem(400, 'invalid_json');
    if (is_string($body['id'] ?? null)) apply($body['id'], $body);
    return [200, []];
}

function answer(): array {
    $path = substr(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), strlen('/wallet'));
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') throw new Problem(405, 'method_not_allowed');
    if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > 65_536) throw new Problem(413, 'too_large');
    if (!str_starts_with($_SERVER['CONTENT_TYPE'] ?? '', 'application/json')) throw new Problem(415, 'not_json');
    $raw = file_get_contents('php://input');
    if (preg_match('#^/webhook/v[123]$#D', $path)) return webhook($raw);
    $body = json_decode($raw, true);
    $order = is_array($body) ? $body['order'] ?? null : null;
    if (!is_string($order) || !preg_match(REFERENCE, $order)) throw new Problem(400, 'invalid_request');
    $price = findOrder($order) ?? throw new Problem(404, 'order_not_found');
    $order = $price['reference'] ?? $order;
    return match ($path) {
        '/prepare' => prepare($order, $price),
        '/validate-merchant' => validateMerchant($body, $order, $price),
        '/pay-token' => payToken($body, $order, $price),
        '/status' => status($order),
        default => throw new Problem(404, 'not_found'),
    };
}

while (PHP_SAPI === 'cli') {
    $open = db()->query('SELECT * FROM payment WHERE outcome IN ("unknown", "pending")');
    for ($payments = []; $payment = $open->fetchArray(SQLITE3_ASSOC);) $payments[] = $payment;
    foreach ($payments as $payment) {
        try {
            look($payment);
        } catch (Throwable $error) {
            error_log((string) $error); // Of the others the job asks all the same.
        }
    }
    sleep(3);
}

try {
    [$code, $body] = answer();
    $type = 'application/json';
} catch (Problem $problem) {
    [$code, $type] = [$problem->status, 'application/problem+json'];
    $body = ['code' => $problem->getMessage(), 'title' => $problem->getMessage(), 'status' => $code] + $problem->extra;
}
http_response_code($code);
header("content-type: $type");
if ($body !== null) echo is_string($body) ? $body : json_encode((object) $body);
