import { missingRenderer, render } from './renderer.js';

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="a" width="9" height="9"/></svg>';

describe('The renderer of drawings', () => {
  it('lays out one drawing after the other, and several at once', async () => {
    expect(missingRenderer()).toBeUndefined();
    const [first, second] = await Promise.all([render(DRAWING), render(DRAWING)]);
    expect(second).toBe(first);
    expect(await render(DRAWING)).toBe(first);
    expect(first).toContain('id="a"');
  });

  it('goes on after a drawing that it rejects', async () => {
    await expect(render('<svg')).rejects.toThrow('cannot be laid out: it is too complex');
    expect(await render(DRAWING)).toContain('<path');
  });
});

describe('A renderer that is not installed', () => {
  it('is reported with advice on how to install it', () => {
    expect(missingRenderer('@resvg/none')).toBe(
      `@resvg/none is not installed for ${process.platform}-${process.arch}; install the packages of the server again, without --omit=optional`,
    );
  });
});
