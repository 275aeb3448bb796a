import { useState } from 'preact/hooks';
import { Field } from './field.js';

interface Props {
  /** of the field whose words are sent, separated by white space */
  name: string;
  label: string;
  hint: string;
  /** words for a purpose, by the purpose */
  presets: Record<string, readonly string[]>;
  picked?(purpose: string): void;
}

/** Words, one a line, which a purpose may fill in. */
export function WordList({ name, label, hint, presets, picked }: Props) {
  const [text, setText] = useState('');
  return (
    <>
      {Object.keys(presets).length > 0 && (
        <Field label="Purpose" hint={`Fills in the ${label.toLowerCase()}, which you can still change.`}>
          {(control) => (
            <select
              {...control}
              onChange={({ currentTarget: { value } }) => {
                if (value === '') return;
                setText(presets[value]!.join('\n'));
                picked?.(value);
              }}
            >
              <option value="">Choose…</option>
              {Object.keys(presets).map((purpose) => (
                <option key={purpose} value={purpose}>
                  {purpose}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            name={name}
            rows={4}
            required
            spellcheck={false}
            autocapitalize="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}

export const wordsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];
