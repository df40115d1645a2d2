<?php
// A receiver that believes only what Parley signed: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:4010 webhook.php
// While the secret changes, both: WEBHOOK_SECRET=whsec_new,whsec_old
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** X-Webhook-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>"> */
function is_signed(string $body, string $header, array $secrets): bool
{
    if (!preg_match('/^t=(\d{1,12}),v1=([0-9a-f]{64})$/D', $header, $match)) {
        return false;
    }
    [, $t, $v1] = $match;
    if (abs(time() - (int) $t) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        if (hash_equals(hash_hmac('sha256', "$t.$body", $secret), $v1)) {
            return true;
        }
    }
    return false;
}

$secrets = array_filter(explode(',', (string) getenv('WEBHOOK_SECRET')));
if ($secrets === []) {
    throw new RuntimeException('Set WEBHOOK_SECRET to the secret of the webhook.');
}
// The bytes as they came: parsed and written anew they may differ.
$body = (string) file_get_contents('php://input');
if (!is_signed($body, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $secrets)) {
    http_response_code(401);
    return;
}
http_response_code(204);
// An event may come twice. A real receiver has a table with a unique column for this.
$id = $_SERVER['HTTP_X_WEBHOOK_EVENT_ID'] ?? '';
$mark = @fopen(sys_get_temp_dir() . '/parley-' . hash('sha256', $id), 'x');
if ($mark === false) {
    return;
}
$delivery = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
file_put_contents('php://stdout', "verified {$delivery['event']} $id: " . ($delivery['data']['id'] ?? '') . "\n");
