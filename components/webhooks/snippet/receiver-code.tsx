'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { ANSWER_RULES } from '#lib/webhooks/rules.ts';
import { codeWell } from '../sheet-parts.tsx';

const LANGUAGES = ['node', 'python', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];
const LANGUAGE_NAMES: Record<Language, string> = { node: 'Node.js', python: 'Python', php: 'PHP' };

/** Sample receiver code: challenge, raw body, signature, age. */
export function ReceiverCode() {
  const t = useTranslations('webhooks.snippet');
  const hub = useSession().account.kind === 'hub';
  const snippets = hub ? HUB_SNIPPETS : SNIPPETS;
  const [language, setLanguage] = useState<Language>('node');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>{t(hub ? 'descriptionHub' : 'description')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t('language')}
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <CopyButton value={snippets[language]}>{t('copy')}</CopyButton>
      </div>
      <p>
        <b>{t(hub ? 'answerHub' : 'answer', ANSWER_RULES[hub ? 'hub' : 'pix'])}</b>
      </p>
      <section
        className={codeWell({ lines: 'scroll' })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={LANGUAGE_NAMES[language]}
      >
        <pre>{snippets[language]}</pre>
      </section>
      <p className="text-xs text-ink-3">
        {t('file')} {t(hub ? 'dedupeHub' : 'dedupe')}
      </p>
    </div>
  );
}

/** Sample receivers without frameworks: they answer the challenge and check the signature of the raw body. */
const PIX_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';
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

const PIX_PYTHON = `import hashlib, hmac, json, os, re, time
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

const PIX_PHP = `<?php
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

export const SNIPPETS: Record<Language, string> = { node: PIX_NODE, python: PIX_PYTHON, php: PIX_PHP };

/** Sample receivers for document 2: `sha256=` over `<ms>.<raw body>`; each delivery id is stored once. */
const HUB_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.HUB_WEBHOOK_SECRET ?? '';

function holds(time, header, body) {
  const parts = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '');
  if (secret === '' || parts === null || !/^\\d+$/.test(time ?? '')) return false;
  if (Math.abs(Date.now() - Number(time)) > 300_000) return false;
  const expected = createHmac('sha256', secret).update(time + '.').update(body).digest();
  return timingSafeEqual(expected, Buffer.from(parts[1], 'hex'));
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { headers } = request;
  if (!holds(headers['x-service-timestamp'], headers['x-service-signature'], body)) {
    response.statusCode = 401;
    return response.end();
  }
  const notice = JSON.parse(body.toString());
  // Store notice.id once, answer within 10 s, work on it afterwards: while this one fails, the next ones wait.
  console.log(notice.event, notice.id);
  response.statusCode = 204;
  response.end();
}).listen(Number(process.env.PORT ?? 8080));
`;

const HUB_PYTHON = `import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("HUB_WEBHOOK_SECRET", "").encode()

def holds(moment, header, body):
    parts = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", header or "")
    if not SECRET or parts is None or not re.fullmatch(r"[0-9]+", moment or ""):
        return False
    if abs(time.time() * 1000 - int(moment)) > 300_000:
        return False
    expected = hmac.new(SECRET, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts.group(1).lower())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not holds(self.headers.get("X-Service-Timestamp"), self.headers.get("X-Service-Signature"), body):
            return self.answer(401)
        notice = json.loads(body)
        # Store notice["id"] once, answer within 10 s, work on it afterwards: while this one fails, the next wait.
        print(notice["event"], notice["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;

const HUB_PHP = `<?php
$secret = getenv('HUB_WEBHOOK_SECRET') ?: '';
$body = file_get_contents('php://input');

function holds(string $secret, string $time, string $header, string $body): bool
{
    if ($secret === '' || !ctype_digit($time) || !preg_match('/^sha256=([0-9a-f]{64})$/iD', $header, $parts)) {
        return false;
    }
    if (abs(microtime(true) * 1000 - (int) $time) > 300000) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), strtolower($parts[1]));
}

$time = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '';
if (!holds($secret, $time, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
$notice = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
// Store $notice['id'] once, answer within 10 s, work on it afterwards: while this one fails, the next ones wait.
error_log("{$notice['event']} {$notice['id']}");
http_response_code(204);
`;

export const HUB_SNIPPETS: Record<Language, string> = { node: HUB_NODE, python: HUB_PYTHON, php: HUB_PHP };
