<?php
// Publishes a file of prices, and only what was previewed: API_KEY=... php push.php PROCESS_URL FILE
[, $url, $file] = $argv;
$body = file_get_contents($file) ?: exit("$file cannot be read\n");

function ingest(string $url, string $body, array $headers = []): array
{
    $headers = [...$headers, 'API-Key: ' . getenv('API_KEY'), 'Content-Type: application/json'];
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $answer = json_decode(file_get_contents($url, false, stream_context_create(['http' => $http])), true);
    if (!isset($answer['report'])) {
        fwrite(STDERR, "{$answer['code']}: {$answer['message']}\n");
        exit(1);
    }
    return $answer['report'];
}

$preview = ingest("$url/ingest?commit=1&dry-run=1", $body);
echo 'Would change: ', json_encode($preview['totals']), "\n";
if ($preview['outcome'] === 'refused') {
    fwrite(STDERR, "The guard of the process would refuse these prices\n");
    exit(1);
}
$report = ingest("$url/ingest?commit=1", $body, [
    'If-Match: "' . ($preview['compared_with'] ?? 0) . '"',
    'Idempotency-Key: ' . bin2hex(random_bytes(16)), // the same for each repetition, when no answer comes
]);
echo "Publication {$report['publication']} is live\n";
