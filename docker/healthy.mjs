/** Exits with 0 if the server of this container is alive, on either of the two ports. */
const ports = [process.env.PORT || 3000, process.env.AI_PORT || 3001];

const alive = async (port) => {
  const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(4_000) });
  if (!response.ok) throw new Error(`${response.status}`);
};

process.exit(
  await Promise.any(ports.map(alive)).then(
    () => 0,
    () => 1,
  ),
);
