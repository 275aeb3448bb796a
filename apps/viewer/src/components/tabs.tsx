import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface Tab {
  id: string;
  label: string;
  content: ComponentChildren;
}

/** Tabs with arrow key navigation. A single tab is shown without a tab list. */
export function Tabs({ tabs, name }: { tabs: Tab[]; name: string }) {
  const [chosen, choose] = useState(tabs[0]?.id);
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  if (!current) return null;
  const domId = (kind: string, { id }: Tab) => `${kind}-${name}-${id}`;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.indexOf(current);
    const next =
      event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : step && tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    document.getElementById(domId('tab', next))?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            role="tab"
            id={domId('tab', tab)}
            aria-selected={tab === current}
            aria-controls={domId('panel', tab)}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={domId('panel', tab)}
          aria-labelledby={domId('tab', tab)}
          hidden={tab !== current}
          tabIndex={0}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
