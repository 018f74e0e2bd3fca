/**
 * Sample receivers without frameworks: they answer the ownership challenge and check the signature over the
 * raw body.
 */
export const LANGUAGES = ['node', 'python', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { node: 'Node.js', python: 'Python', php: 'PHP' };

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.PIX_WEBHOOK_SECRET ?? '';

function holds(header, body) {
  const parts = /^t=(\\d+),v1=([0-9a-f]{64})$/i.exec(header ?? '');
  if (secret === '' || parts === null) return false;
  const [, time, received] = parts;
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac('sha256', secret).update(time + '.').update(body).digest();
  return timingSafeEqual(expected, Buffer.from(received, 'hex'));
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);

  const challenge = request.headers['x-callback-challenge'];
  if (challenge !== undefined) {
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ challenge }));
  }
  if (!holds(request.headers['x-callback-signature'], body)) {
    response.statusCode = 401;
    return response.end();
  }
  const notice = JSON.parse(body.toString());
  // Store notice.id + event once, answer within 5 s, work on it afterwards.
  console.log(request.headers['x-callback-event'], notice.id, notice.status);
  response.statusCode = 204;
  response.end();
}).listen(Number(process.env.PORT ?? 8080));
`;

const PYTHON = `import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("PIX_WEBHOOK_SECRET", "").encode()

def holds(header, body):
    parts = re.fullmatch(r"t=(\\d+),v1=([0-9a-fA-F]{64})", header or "")
    if not SECRET or parts is None:
        return False
    moment, received = parts.groups()
    if abs(time.time() - int(moment)) > 300:
        return False
    expected = hmac.new(SECRET, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, received.lower())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        challenge = self.headers.get("X-Callback-Challenge")
        if challenge is not None:
            return self.answer(200, json.dumps({"challenge": challenge}).encode())
        if not holds(self.headers.get("X-Callback-Signature"), body):
            return self.answer(401)
        notice = json.loads(body)
        # Store notice["id"] + event once, answer within 5 s, work on it afterwards.
        print(self.headers.get("X-Callback-Event"), notice["id"], notice["status"])
        self.answer(204)

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;

const PHP = `<?php
$secret = getenv('PIX_WEBHOOK_SECRET') ?: '';
$body = file_get_contents('php://input');

function holds(string $secret, string $header, string $body): bool
{
    if ($secret === '' || !preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/iD', $header, $parts)) {
        return false;
    }
    [, $time, $received] = $parts;
    if (abs(time() - (int) $time) > 300) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), strtolower($received));
}

if (isset($_SERVER['HTTP_X_CALLBACK_CHALLENGE'])) {
    header('Content-Type: application/json');
    echo json_encode(['challenge' => $_SERVER['HTTP_X_CALLBACK_CHALLENGE']]);
    exit;
}
if (!holds($secret, $_SERVER['HTTP_X_CALLBACK_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
$notice = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
// Store $notice['id'] + event once, answer within 5 s, work on it afterwards.
error_log(($_SERVER['HTTP_X_CALLBACK_EVENT'] ?? '') . " {$notice['id']} {$notice['status']}");
http_response_code(204);
`;

export const SNIPPETS: Record<Language, string> = { node: NODE, python: PYTHON, php: PHP };
