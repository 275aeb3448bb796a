<?php
// Publishes a file of prices, and only what was previewed: API_KEY=... php push.php PROCESS_URL FILE
[, $url, $file] = $argv;
$body = file_get_contents($file);
if ($body === false) exit(1);

function fail(string $message): never
{
    fwrite(STDERR, "$message\n");
    exit(1);
}

function ingest(string $url, string $body, string $query, array $headers = []): array
{
    $url .= '/ingest?commit=1' . (getenv('OVERRIDE') === 'guard' ? '&override=guard' : '') . $query;
    $headers = [...$headers, 'API-Key: ' . getenv('API_KEY'), 'Content-Type: application/json'];
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $response = file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($response === false) exit(1); // PHP has printed why
    $answer = json_decode($response, true, flags: JSON_THROW_ON_ERROR);
    if (!isset($answer['report'])) fail("{$answer['code']}: {$answer['message']}");
    return $answer['report'];
}

$preview = ingest($url, $body, '&dry-run=1');
$counts = array_filter($preview['totals']);
echo 'Preview: ', implode(', ', array_map(fn($name) => "$name $counts[$name]", array_keys($counts))), "\n";
if ($preview['outcome'] === 'refused') {
    $exceeded = array_map(fn($each) => "{$each['limit']} ({$each['entries']} entries)", $preview['guard']['exceeded']);
    fail('The guard refuses these prices, which exceed ' . implode(', ', $exceeded) . ". Nothing was published.\n"
        . 'Correct the file. If the change is intended, run this again with OVERRIDE=guard.');
}
$report = ingest($url, $body, '', [
    'If-Match: "' . ($preview['compared_with'] ?? 0) . '"',
    'Idempotency-Key: ' . bin2hex(random_bytes(16)), // repeat the request with the same key until it is answered
]);
echo $report['outcome'] === 'unchanged'
    ? "Nothing changed: publication {$report['publication']} stays live\n"
    : "Publication {$report['publication']} is live\n";
