import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ target: string }>();

/** Runs a request that writes; `setWriteTarget` then names the resource. */
export const runAsWrite = (work: () => void): void => current.run({ target: 'others' }, work);

export const isWriteRequest = (): boolean => current.getStore() !== undefined;

export function setWriteTarget(name: string): void {
  const request = current.getStore();
  if (request) request.target = name;
}

/** The resource that the current request writes; undefined outside such requests. */
export const writeTarget = (): string | undefined => current.getStore()?.target;
