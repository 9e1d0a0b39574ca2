"""A right backend in a style of its own: one thread, an append-only log of events as its only state, every press answered
202 and sent from a queue, webhooks stored first and read later, and a page that has to name its payer."""
import asyncio, base64, collections, hashlib, json, os, random, re, time

OUTCOMES = {'paid': 'succeeded', 'paid_off': 'succeeded', 'holded': 'authorized', 'hold_confirmed': 'authorized',
            'failed': 'failed', 'expired': 'expired', 'voided': 'cancelled', 'refunded': 'refunded'}
RANK = ['unknown', 'pending', 'failed', 'expired', 'authorized', 'succeeded', 'cancelled', 'refunded']
FREE = ('failed', 'expired', 'cancelled', 'refunded')
BUSY = ('InProgressError', 'SessionInProgressError', 'SessionLockedError')
PORT = int(os.environ['PORT'])
HOST, SERVICE_PORT = re.fullmatch(r'http://([^:/]+):(\d+)', os.environ['SERVICE_URL']).groups()
PREFIX = bytes.fromhex('3031300d060960864801650304020105000420')


class Refusal(Exception):
    def __init__(self, status, code, **extra):
        super().__init__(code)
        self.status, self.body = status, {'code': code, 'title': code.replace('_', ' '), 'status': status, **extra}


def integers(der, found):
    """The integers of a key, wherever they are nested."""
    at = 0
    while at < len(der):
        tag, length, at = der[at], der[at + 1], at + 2
        if length > 127:
            size = length - 128
            length, at = int.from_bytes(der[at:at + size], 'big'), at + size
        value, at = der[at:at + length], at + length
        if tag == 2:
            found.append(int.from_bytes(value, 'big'))
        elif tag == 0x30:
            integers(value, found)
        elif tag in (3, 4):
            integers(value[1:] if tag == 3 else value, found)
    return found


def key_of(name):
    text = re.sub(r'-----[^-]+-----|\s', '', open(os.environ[name]).read())
    return [number for number in integers(base64.b64decode(text), []) if number > 2]


# PKCS #8: modulus, public exponent, private exponent, and the primes. SPKI: modulus and exponent.
MODULUS, _, _, P, Q, P_EXPONENT, Q_EXPONENT, Q_INVERSE = key_of('MERCHANT_KEY')[:8]
SERVICE_MODULUS, SERVICE_EXPONENT = key_of('SERVICE_KEY')[:2]


def padded(text, modulus):
    size = (modulus.bit_length() + 7) // 8
    digest = PREFIX + hashlib.sha256(text).digest()
    return b'\x00\x01' + b'\xff' * (size - len(digest) - 3) + b'\x00' + digest


def signature_of(text):
    digest = int.from_bytes(padded(text, MODULUS), 'big')
    # By the primes, which is four times as fast.
    by_p, by_q = pow(digest % P, P_EXPONENT, P), pow(digest % Q, Q_EXPONENT, Q)
    number = by_q + Q * ((by_p - by_q) * Q_INVERSE % P)
    return base64.b64encode(number.to_bytes((MODULUS.bit_length() + 7) // 8, 'big')).decode()


def is_signed(text, signature):
    try:
        raw = base64.b64decode(signature, validate=True)
    except ValueError:
        return False
    expected = padded(text, SERVICE_MODULUS)
    number = int.from_bytes(raw, 'big')
    if len(raw) != len(expected) or number >= SERVICE_MODULUS:
        return False
    return pow(number, SERVICE_EXPONENT, SERVICE_MODULUS).to_bytes(len(expected), 'big') == expected


class Log:
    """Each event is on the disk before it counts. The state is what the events make of it."""
    def __init__(self, path):
        self.orders = collections.defaultdict(dict)
        self.webhooks = []
        if os.path.exists(path):
            for line in open(path, 'rb').read().split(b'\n')[:-1]:
                self.apply(json.loads(line))
        self.file = open(path, 'ab')

    def write(self, kind, **event):
        self.file.write(json.dumps({'kind': kind, **event}).encode() + b'\n')
        self.file.flush()
        os.fsync(self.file.fileno())
        self.apply({'kind': kind, **event})

    def apply(self, event):
        kind = event.pop('kind')
        if kind == 'received':
            return self.webhooks.append(event['webhook'])
        order = self.orders[event['order']]
        if kind == 'opened':
            order['session'] = event['session']
        elif kind == 'intended':
            kept = order.get('session') if not order.get('key') else None
            self.orders[event['order']] = {'order': event['order'], 'key': event['key'], 'session': kept,
                                           'outcome': 'unknown', 'status': '', 'apart': 900}
        elif kind == 'abandoned':
            self.orders.pop(event['order'], None)
        else:
            order.update(event)

    def of_session(self, session):
        return next((one for one in self.orders.values() if one.get('key') and one.get('session') == session), None)


log = Log(os.environ['DATABASE'])
locks = collections.defaultdict(asyncio.Lock)
tasks = set()
inbox = None


def later(work):
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def call(operation, fields):
    """Status, members and bytes of an answer; 0 without a whole one."""
    text = json.dumps({'merchant_id': os.environ['MERCHANT_ID'], **fields}, separators=(',', ':')).encode()
    head = (f'POST /v1/{operation} HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\n'
            f'x-sign: {signature_of(text)}\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n')
    try:
        reader, writer = await asyncio.open_connection(HOST, int(SERVICE_PORT))
        try:
            writer.write(head.encode() + text)
            answer = await asyncio.wait_for(reader.read(), 50)
        finally:
            writer.close()
        start, _, body = answer.partition(b'\r\n\r\n')
        length = re.search(rb'(?i)content-length: (\d+)', start)
        if length and len(body) < int(length[1]):
            return 0, {}, b''
        return int(start.split()[1]), members(body), body
    except (OSError, ValueError, IndexError, asyncio.TimeoutError):
        return 0, {}, b''


def members(text):
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def is_success(status, answer):
    return status == 200 and answer.get('type') not in ('processing', 'validation', 'fatal') and answer.get('success') is not False


async def session_of(order):
    """The session of an order with its payment. One request at a time opens it."""
    async with locks['open ' + order]:
        known = log.orders[order].get('session') if order in log.orders else None
        if known:
            return known
        status, answer, _ = await call('session', {'callback_url': f'http://127.0.0.1:{PORT}/wallet/webhook/v1'})
        session = answer.get('id') if is_success(status, answer) else None
        if isinstance(session, str):
            status, answer, _ = await call('payment', {'session_id': session, 'amount': 199.9, 'external_id': order})
            if is_success(status, answer) and 'id' in answer:
                log.write('opened', order=order, session=session)
                return session
        raise Refusal(503, 'service_unreachable')


def names_other(one, answer):
    sessions = [answer.get('session_id'), answer.get('id')]
    orders = [answer.get('external_id'), *(each.get('external_id') for each in answer.get('payments') or [])]
    return (any(name not in (None, one['session']) for name in sessions)
            or any(name not in (None, one['order']) for name in orders))


def learn(one, answer):
    """What the service says of a payment, by whatever way it came."""
    status = answer.get('status')
    if not isinstance(status, str) or not status or names_other(one, answer):
        return
    is_part = status == 'refunded' and float(answer.get('refunded_amount') or 'inf') < float(answer.get('amount') or 0)
    outcome = 'succeeded' if is_part else OUTCOMES.get(status, 'pending')
    if RANK.index(outcome) >= RANK.index(one['outcome']):
        bank = {'acs_url': answer['acs_url']} if answer.get('acs_url') else {}
        log.write('learnt', order=one['order'], outcome=outcome, status=status, **bank)


async def send(order, token, paytype):
    """The only place from which a token leaves."""
    try:
        session = await session_of(order)
    except Refusal:
        return log.write('abandoned', order=order)
    status, answer, _ = await call('pay-token', {'session_id': session, 'token': token, 'paytype': paytype,
                                                 'redirect_url': 'http://127.0.0.1/return'})
    one = log.orders[order]
    if is_success(status, answer):
        learn(one, answer)
    elif (400 <= status < 500 and status not in (408, 409, 423, 425, 429) and answer.get('code') not in BUSY
          and answer.get('type') in ('processing', 'validation', 'fatal')):
        log.write('refused', order=order, apart=10)


async def ask(one):
    if one.get('outcome') not in ('unknown', 'pending') or not one.get('session'):
        return
    status, answer, _ = await call('get-status', {'session_id': one['session']})
    current = log.orders[one['order']]
    if current is not one or not is_success(status, answer):
        return
    if answer.get('status') != 'created':
        return learn(one, answer)
    if names_other(one, answer) or one['outcome'] != 'unknown':
        return
    if 'seen' not in one:
        log.write('untouched', order=one['order'], seen=time.time())
    elif time.time() - one['seen'] >= one['apart']:
        log.write('freed', order=one['order'], outcome='failed')


async def ask_forever():
    """At first after three seconds, then ever more rarely."""
    waits = {}
    while True:
        now = time.monotonic()
        for order, one in list(log.orders.items()):
            due, pause = waits.get((order, one.get('key')), (now + 3, 3))
            if due <= now:
                later(ask(one))
                due, pause = now + 2 * pause, 2 * pause
            waits[order, one.get('key')] = due, pause
        await asyncio.sleep(0.5 + random.random())


async def read_forever():
    while True:
        body = await inbox.get()
        await asyncio.sleep(0.05)
        one = log.of_session(body.get('id') or body.get('session_id'))
        if one:
            learn(one, body)


def answer_of(one):
    bank = {'acs_url': one['acs_url']} if one['outcome'] == 'pending' and one.get('acs_url') else {}
    return {'outcome': one['outcome'], 'status': one['status'], **bank}


async def prepare(order, body, headers):
    await session_of(order)
    return 204, b''


async def pay_token(order, body, headers):
    shown, wallet, token = body.get('shown'), body.get('wallet'), body.get('token')
    paytype = {'wallet-a': 'apple_pay', 'wallet-b': 'google_pay'}.get(wallet) if isinstance(wallet, str) else None
    if not isinstance(shown, dict) or not isinstance(shown.get('amount'), str) or paytype is None:
        raise Refusal(422, 'invalid_request')
    if not isinstance(token, str) or not token or not headers.get('idempotency-key'):
        raise Refusal(422, 'invalid_request')
    if (shown['amount'], shown.get('currency')) != ('199.90', 'UAH'):
        raise Refusal(409, 'amount_changed')
    key = headers['idempotency-key']
    async with locks[order]:
        one = log.orders.get(order, {})
        if one.get('key') == key:
            return (202 if one['outcome'] in ('unknown', 'pending') and not one.get('acs_url') else 200), answer_of(one)
        if one.get('key') and one['outcome'] not in FREE:
            raise Refusal(409, 'order_is_being_paid', outcome=one['outcome'], payment_status=one['status'])
        log.write('intended', order=order, key=key)
        later(send(order, token, paytype))
    return 202, {'outcome': 'unknown', 'status': ''}


async def status(order, body, headers):
    one = log.orders.get(order, {})
    if not one.get('key'):
        raise Refusal(404, 'no_payment')
    await ask(one)
    one = log.orders.get(order, {})
    if not one.get('key'):
        raise Refusal(404, 'no_payment')
    return 200, {**answer_of(one), 'final': one['outcome'] not in ('unknown', 'pending')}


async def validate_merchant(order, body, headers):
    url = body.get('validation_url')
    if not isinstance(url, str) or not re.fullmatch(r'https://(cn-)?apple-pay-gateway\.apple\.com/paymentservices/\w+', url):
        raise Refusal(400, 'validation_url')
    code, session, raw = await call('walleta-pay/validate-merchant', {
        'session_id': await session_of(order), 'validation_url': url, 'domain': '127.0.0.1'})
    if not is_success(code, session) or not session:
        raise Refusal(503, 'service_unreachable')
    return 200, raw


def take_webhook(raw, headers):
    if not is_signed(raw, headers.get('x-sign-v2', '')):
        raise Refusal(403, 'invalid_signature')
    body = members(raw)
    if body:
        log.write('received', webhook=body)
        inbox.put_nowait(body)
    return 202, b''


ENDPOINTS = {'prepare': prepare, 'pay-token': pay_token, 'status': status, 'validate-merchant': validate_merchant}


async def answer(method, path, headers, raw):
    if method != 'POST':
        raise Refusal(404, 'not_found')
    if headers.get('content-type', '').partition(';')[0].strip().lower() != 'application/json':
        raise Refusal(415, 'not_json')
    if re.fullmatch('/wallet/webhook/v[123]', path):
        return take_webhook(raw, headers)
    if headers.get('authorization') != 'Bearer payer':
        raise Refusal(401, 'unauthorized')
    body = members(raw)
    order = body.get('order')
    if not isinstance(order, str) or not re.fullmatch(r'[!-~]{1,64}', order):
        raise Refusal(422, 'invalid_request')
    if not order.startswith('conformance-') or path.removeprefix('/wallet/') not in ENDPOINTS:
        raise Refusal(404, 'order_not_found')
    return await ENDPOINTS[path.removeprefix('/wallet/')](order, body, headers)


async def connection(reader, writer):
    try:
        while head := await reader.readuntil(b'\r\n\r\n'):
            line, *fields = head.decode('latin-1').split('\r\n')[:-2]
            headers = {name.lower(): value.strip() for name, _, value in (field.partition(':') for field in fields)}
            method, path, _ = line.split(' ', 2)
            length = int(headers.get('content-length', 0))
            kind = 'application/json'
            if length > 65_536:
                writer.write(b'HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
                break  # The rest of the body is not read.
            try:
                code, body = await answer(method, path, headers, await reader.readexactly(length))
            except Refusal as refusal:
                code, body, kind = refusal.status, refusal.body, 'application/problem+json; charset=utf-8'
            text = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
            more = '' if code == 204 else f'content-length: {len(text)}\r\n'
            writer.write(f'HTTP/1.1 {code} .\r\ncontent-type: {kind}\r\n{more}\r\n'.encode() + text)
            await writer.drain()
            if headers.get('connection') == 'close':
                break
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    global inbox
    inbox = asyncio.Queue()
    # A webhook that was acknowledged before a restart may not have been read.
    for body in log.webhooks:
        inbox.put_nowait(body)
    later(read_forever())
    later(ask_forever())
    server = await asyncio.start_server(connection, '127.0.0.1', PORT)
    await server.serve_forever()


asyncio.run(main())
