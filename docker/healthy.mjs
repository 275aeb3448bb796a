/** Ends with 0 when the server of this container answers, on whichever of the two ports it has. */
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
