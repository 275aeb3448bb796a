import type { ComponentChildren } from 'preact';
import { type MapShape, whyOf } from '../map-shapes.js';
import { Few } from './few.js';
import { Name } from './name.js';
import { Panel } from './panel.js';

interface Props {
  shape: MapShape;
  close(): void;
  /** what can be done with it */
  children: ComponentChildren;
}

/** What is known of a shape. */
export function ShapePanel({ shape, close, children }: Props) {
  const { id, names, texts, bound } = shape;
  return (
    <Panel label="Shape" close={close}>
      <div class="row">
        <h2 class="grow">
          Shape <Name>{id}</Name>
        </h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
      <p>
        {bound ? (
          <>
            Unit{' '}
            <b>
              <bdi>{bound.number}</bdi>
            </b>
            , bound {whyOf(shape)}.
          </>
        ) : (
          `It has no unit: ${whyOf(shape)}.`
        )}
      </p>
      <dl class="labels-of">
        <dt>Names</dt>
        <dd>{names.length > 0 ? <Few items={names} /> : <span class="muted">none</span>}</dd>
        <dt>Texts</dt>
        <dd>{texts.length > 0 ? <Few items={texts} /> : <span class="muted">none</span>}</dd>
      </dl>
      {children}
    </Panel>
  );
}
