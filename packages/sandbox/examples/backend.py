"""A merchant's backend for the wallet buttons: Python 3.9 or newer and the openssl command, no library.

It answers what openapi.yaml describes and passes the conformance run. A shop adds sessions of its own against other
sites' pages, and goes on asking, ever more rarely, about what it has freed: a late charge is then seen.

  export SERVICE_URL=http://127.0.0.1:4010 MERCHANT_ID=shop-1 PORT=8080 \
  MERCHANT_KEY=.wallet-sandbox/merchant-private.pem SERVICE_KEY=.wallet-sandbox/service-public.pem
  python3 backend.py
"""
import base64, contextlib, json, os, re, sqlite3, subprocess, tempfile, threading, time, traceback, unicodedata
import urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OUTCOMES = {'paid': 'succeeded', 'paid_off': 'succeeded', 'holded': 'authorized',
            'hold_confirmed': 'authorized', 'failed': 'failed', 'expired': 'expired', 'voided': 'cancelled', 'refunded': 'refunded'}
# A later outcome replaces an earlier one, whatever arrives first.
RANK = ['unknown', 'pending', 'failed', 'expired', 'authorized', 'succeeded', 'cancelled', 'refunded']

# An order without a payment, or whose last one took nothing for certain or gave it all back, may be paid.
FREE = ('', 'failed', 'expired', 'cancelled', 'refunded')

# The service's own errors, and what means that it is at work on the session: the outcome stays unknown.
ERRORS = ('processing', 'validation', 'fatal')
BUSY = (408, 409, 423, 425, 429)
IN_PROGRESS = ('InProgressError', 'SessionInProgressError', 'SessionLockedError')
# Seconds between two looks that know of nothing, until the order is free: after a refusal, and without one.
APART, GRACE = 10, 900

GATEWAY = re.compile(r'https://(cn-)?apple-pay-gateway(-[a-z0-9-]+)?\.apple\.com/paymentservices/\w+')
BASE = f"http://127.0.0.1:{os.environ.get('PORT', '8080')}/wallet"


def find_order(order):
    """The shop's own orders: what an order costs, or None if there is none. Replace it with yours."""
    return {'amount': '199.90', 'currency': 'UAH'} if order.startswith('conformance-') else None


class Problem(Exception):
    def __init__(self, status, code, extra=None):
        super().__init__(code)
        self.status, self.code, self.extra = status, code, extra or {}


@contextlib.contextmanager
def transaction():
    """One writer at a time, in all processes. What it wrote is on the disk when it ends."""
    db = sqlite3.connect(os.environ.get('DATABASE', 'payments.db'), timeout=10, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        db.execute('BEGIN IMMEDIATE')
        yield db
        db.execute('COMMIT')
    finally:
        db.close()


def create_table():
    with transaction() as db:
        # One row an order. The outcome is empty until a token is sent.
        db.execute(f"""CREATE TABLE IF NOT EXISTS payment (order_ref TEXT PRIMARY KEY, key TEXT, session TEXT,
            status TEXT DEFAULT '', outcome TEXT DEFAULT '', acs_url TEXT,
            apart INTEGER DEFAULT {GRACE}, seen INTEGER)""")


def payment_of(order):
    with transaction() as db:
        row = db.execute('SELECT * FROM payment WHERE order_ref = ?', (order,)).fetchone()
        return dict(row) if row else None


def openssl(*arguments, text):
    return subprocess.run(['openssl', 'dgst', '-sha256', *arguments], input=text, capture_output=True)


def sign(text):
    return base64.b64encode(openssl('-sign', os.environ['MERCHANT_KEY'], text=text).stdout).decode()


def is_signed(text, signature):
    with tempfile.NamedTemporaryFile() as file:
        try:
            file.write(base64.b64decode(signature, validate=True))
        except ValueError:
            return False
        file.flush()
        check = openssl('-verify', os.environ['SERVICE_KEY'], '-signature', file.name, text=text)
        return check.returncode == 0


def members(text):
    """The members of a JSON object; none for any other text."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A POST that is redirected becomes a GET, whose answer is not that of the call."""
    def redirect_request(self, *arguments):
        return None


opener = urllib.request.build_opener(NoRedirect)


def call(operation, body):
    """A signed call: the signature covers exactly the bytes sent. Returns status (0: no answer), JSON and bytes."""
    text = json.dumps({'merchant_id': os.environ['MERCHANT_ID'], **body}).encode()
    headers = {'content-type': 'application/json', 'x-sign': sign(text)}
    request = urllib.request.Request(f"{os.environ['SERVICE_URL']}/v1/{operation}", text, headers)
    try:
        with opener.open(request, timeout=30) as answer:
            status, raw = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, raw = error.code, error.read()
    except Exception:  # Without a whole answer nothing is known.
        return 0, {}, b''
    return status, members(raw), raw


def is_error(answer):
    return answer.get('type') in ERRORS or answer.get('success') is False


def ask(operation, body):
    """The members of a success; none if it is not known to be one. 200 alone proves nothing."""
    status, answer, _ = call(operation, body)
    return answer if status == 200 and not is_error(answer) else {}


def open_session(order, price):
    """The order's session with its payment, opened once."""
    known = (payment_of(order) or {}).get('session')
    if known:
        return known
    session = ask('session', {'callback_url': f'{BASE}/webhook/v1'}).get('id')
    sent = {'session_id': session, 'amount': float(price['amount']), 'external_id': order}
    if session is None or 'id' not in ask('payment', sent):
        raise Problem(502, 'service_unreachable')
    with transaction() as db:
        db.execute("""INSERT INTO payment (order_ref, session) VALUES (?, ?)
            ON CONFLICT (order_ref) DO UPDATE SET session = COALESCE(session, excluded.session)""", (order, session))
    return payment_of(order)['session']  # Another request may have been first.


def is_about(payment, answer):
    """Whether an answer or webhook is about this payment, if it names a session or an order at all."""
    session = answer.get('session_id') or answer.get('id') or payment['session']
    # Webhooks of v2 and v3 name the order in each payment.
    orders = [answer.get('external_id'), *(each.get('external_id') for each in answer.get('payments') or [])]
    return session == payment['session'] and all(order in (None, payment['order_ref']) for order in orders)


def apply(session, answer):
    """Takes over what the service says of a session: in an answer, by webhook or by get-status."""
    status = answer.get('status')
    with transaction() as db:
        row = db.execute("SELECT * FROM payment WHERE session = ? AND outcome <> ''", (session,)).fetchone()
        if row is None or not is_about(row, answer) or not isinstance(status, str) or status == '':
            return
        # A part is a part, whatever the status is called.
        refunded = float(answer.get('refunded_amount') or 'inf')
        is_part = status == 'refunded' and refunded < float(answer.get('amount') or 0)
        outcome = 'succeeded' if is_part else OUTCOMES.get(status, 'pending')
        if RANK.index(outcome) >= RANK.index(row['outcome']):
            db.execute('UPDATE payment SET status = ?, outcome = ?, acs_url = COALESCE(?, acs_url) WHERE session = ?',
                       (status, outcome, answer.get('acs_url'), session))


def look(payment):
    """Asks about an open payment. Its order is free once two looks, far enough apart, know of nothing."""
    order, session = payment['order_ref'], payment['session']
    if payment['outcome'] not in ('unknown', 'pending'):
        return
    # Without a session the process ended before a token left.
    answer = ask('get-status', {'session_id': session}) if session else {'status': 'created'}
    if answer.get('status') != 'created':
        apply(session, answer)
    elif is_about(payment, answer):
        now = int(time.time())
        with transaction() as db:
            db.execute('UPDATE payment SET seen = COALESCE(seen, ?) WHERE order_ref = ? AND session IS ?',
                       (now, order, session))
            db.execute("""UPDATE payment SET outcome = 'failed'
                WHERE order_ref = ? AND session IS ? AND outcome = 'unknown' AND seen + apart <= ?""", (order, session, now))


def job():
    """Asks about open payments, although no page does. What fails once is asked again, and stops no other."""
    while True:
        try:
            with transaction() as db:
                rows = db.execute("SELECT * FROM payment WHERE outcome IN ('unknown', 'pending')").fetchall()
        except sqlite3.Error:
            rows = []
            traceback.print_exc()
        for row in rows:
            try:
                look(dict(row))
            except Exception:
                traceback.print_exc()
        time.sleep(3)


def answer_of(payment):
    answer = {'outcome': payment['outcome'], 'status': payment['status']}
    if payment['outcome'] == 'pending' and payment['acs_url']:
        answer['acs_url'] = payment['acs_url']
    return answer


def prepare(body, order, price, key):
    open_session(order, price)
    return 204, None


def claim(order, key):
    """The intent is durable before the token leaves, and only one request writes it. Returns an earlier same request."""
    with transaction() as db:
        row = db.execute('SELECT * FROM payment WHERE order_ref = ?', (order,)).fetchone()
        before = dict(row) if row else {'outcome': '', 'session': None, 'key': None, 'status': '', 'acs_url': None}
        is_repeated = before['key'] == key
        is_free = not is_repeated and before['outcome'] in FREE
        if is_free:
            session = before['session'] if before['outcome'] == '' else None
            db.execute("REPLACE INTO payment (order_ref, key, session, outcome) VALUES (?, ?, ?, 'unknown')",
                       (order, key, session))
    if not is_free and not is_repeated:
        raise Problem(409, 'order_busy', {**answer_of(before), 'payment_status': before['status']})
    return before if is_repeated else None


def pay_token(body, order, price, key):
    token, wallet, shown = body.get('token'), body.get('wallet'), body.get('shown')
    paytype = {'wallet-a': 'apple_pay', 'wallet-b': 'google_pay'}.get(wallet if isinstance(wallet, str) else '')
    amount, currency = (shown.get('amount'), shown.get('currency')) if isinstance(shown, dict) else (None, None)
    if not key or not isinstance(token, str) or token == '' or paytype is None or not isinstance(amount, str):
        raise Problem(400, 'invalid_request')
    if (amount, currency) != (price['amount'], price['currency']):
        raise Problem(409, 'amount_changed')
    repeated = claim(order, key)
    if repeated:
        return 202 if repeated['outcome'] == 'unknown' else 200, answer_of(repeated)
    try:
        session = open_session(order, price)
    except Problem:
        with transaction() as db:
            db.execute('DELETE FROM payment WHERE order_ref = ?', (order,))  # No token left.
        raise
    # Without a readable answer the outcome stays unknown: the token is never sent again.
    status, answer, _ = call('pay-token', {'session_id': session, 'token': token, 'paytype': paytype,
                                           'redirect_url': os.environ.get('REDIRECT_URL', 'http://localhost/return')})
    is_busy = status in BUSY or answer.get('code') in IN_PROGRESS
    if status == 200 and not is_error(answer):
        apply(session, answer)
    elif 400 <= status < 500 and is_error(answer) and not is_busy:
        with transaction() as db:
            db.execute('UPDATE payment SET apart = ?, seen = NULL WHERE session = ?', (APART, session))
    payment = payment_of(order)
    is_open = payment['outcome'] in ('unknown', 'pending') and payment['acs_url'] is None
    return 202 if is_open else 200, answer_of(payment)


def status(body, order, price, key):
    payment = payment_of(order)
    if payment is None or payment['outcome'] == '':
        raise Problem(404, 'no_payment')
    look(payment)
    payment = payment_of(order)
    return 200, {**answer_of(payment), 'final': payment['outcome'] not in ('unknown', 'pending')}


def validate_merchant(body, order, price, key):
    url = body.get('validation_url')
    if not isinstance(url, str) or not GATEWAY.fullmatch(url):
        raise Problem(400, 'validation_url')
    code, session, raw = call('walleta-pay/validate-merchant', {
        'session_id': open_session(order, price), 'validation_url': url, 'domain': os.environ.get('DOMAIN', '127.0.0.1')})
    if code != 200 or not session or is_error(session):
        raise Problem(502, 'service_unreachable')
    return 200, raw  # Byte for byte.


def webhook(raw, signature):
    if not is_signed(raw, signature):
        raise Problem(401, 'invalid_signature')
    body = members(raw)
    if not body:
        raise Problem(400, 'invalid_json')
    if isinstance(body.get('id'), str):
        apply(body['id'], body)
    return 200, {}


def is_reference(order):
    """No blank at an end and nothing invisible: a database may ignore them, and would find one order by two names."""
    invisible = [character for character in order if unicodedata.category(character) in ('Cc', 'Cf', 'Cs', 'Zl', 'Zp')]
    return order == order.strip() and 0 < len(order) <= 128 and not invisible


ENDPOINTS = {'/prepare': prepare, '/validate-merchant': validate_merchant, '/pay-token': pay_token, '/status': status}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self):
        path = self.path.split('?')[0].removeprefix('/wallet')
        length = int(self.headers.get('content-length') or 0)
        if length > 65_536:
            self.close_connection = True
            raise Problem(413, 'too_large')
        raw = self.rfile.read(length)
        if self.command != 'POST':
            raise Problem(405, 'method_not_allowed')
        if self.headers.get_content_type() != 'application/json':
            raise Problem(415, 'not_json')
        if re.fullmatch('/webhook/v[123]', path):
            return webhook(raw, self.headers.get('x-sign-v2') or '')
        body = members(raw)
        order = body.get('order')
        if not isinstance(order, str) or not is_reference(order):
            raise Problem(400, 'invalid_request')
        price = find_order(order)
        if price is None:
            raise Problem(404, 'order_not_found')
        if path not in ENDPOINTS:
            raise Problem(404, 'not_found')
        return ENDPOINTS[path](body, price.get('reference', order), price, self.headers.get('idempotency-key') or '')

    def do_POST(self):
        content_type = 'application/json'
        try:
            code, body = self.answer()
        except Problem as problem:
            code, content_type = problem.status, 'application/problem+json'
            body = {**problem.extra, 'code': problem.code, 'title': problem.code, 'status': code}
        raw = b'' if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(code)
        self.send_header('content-type', content_type)
        if code != 204:
            self.send_header('content-length', str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST

    def log_message(self, *arguments):
        pass


if __name__ == '__main__':
    create_table()
    threading.Thread(target=job, daemon=True).start()
    ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', '8080'))), Handler).serve_forever()
