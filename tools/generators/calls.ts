/** Shared by the three programs: the address of the service, the uploaded files and the report. */
declare const process: { env: Record<string, string | undefined>; exitCode: number };

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

export const main = {
  url: setting('MAIN_URL'),
  key: setting('MAIN_KEY'),
  asset: setting('MAIN_ASSET'),
  process: setting('MAIN_PROCESS'),
};
export const second = { url: setting('SECOND_URL'), key: setting('SECOND_KEY'), asset: setting('SECOND_ASSET') };

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="Unit-101" d="M0 0H9V9H0Z"/></svg>';

export const image = new Blob([Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
export const drawing = new File([DRAWING], 'level-1.svg', { type: 'image/svg+xml' });
export const table = new File(['question,answer\nPets?,Yes\n'], 'answers.csv', { type: 'text/csv' });

export const floorPlan = { name: 'G1', bedroom_count: 1, bathroom_count: 1.5, filter_label: 'One bedroom' };
export const unitMap = { name: 'Level 1', style: 'a' } as const;
export const entries = [{ unit_number: '101', provider_id: 'generated-101', price: 2450, available_on: '2027-03-01' }];

/** Prints a call. @returns its data */
export function report<T>(call: string, status: number | undefined, data: T | undefined): NonNullable<T> {
  console.log(`${call} ${status}`);
  if (status === undefined || status >= 300) throw new Error(`${call}: ${status} ${JSON.stringify(data)}`);
  return data as NonNullable<T>;
}
