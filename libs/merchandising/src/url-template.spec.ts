import fc from 'fast-check';
import { isUrlTemplate } from './url-template.dto.js';
import { renderUrlTemplate } from './url-template.value.js';

const unit = {
  unit_number: '101 A/2',
  price: 2450,
  available_on: '2026-12-01',
  is_affordable: false,
  note: null,
  leasing_fields: { quote: 17, 'Move in': 'a&b=c', 'a.b': 'dotted', nothing: null },
};
const render = (template: string): string => renderUrlTemplate(template, unit);

describe('A template', () => {
  it.each([
    ['https://a.example/apply?unit={{ unit_number }}', 'https://a.example/apply?unit=101%20A%2F2'],
    ['https://a.example/{{unit_number}}{{  price\t}}', 'https://a.example/101%20A%2F22450'],
    ['https://a.example/?q={{ leasing_fields.quote }}', 'https://a.example/?q=17'],
    ['https://a.example/?q={{ leasing_fields.Move in }}', 'https://a.example/?q=a%26b%3Dc'],
    ['https://a.example/?q={{ leasing_fields.a.b }}', 'https://a.example/?q=dotted'],
    ['https://a.example/?q={{ is_affordable }}', 'https://a.example/?q=false'],
    ['https://a.example/', 'https://a.example/'],
    ['https://a.example/}}', 'https://a.example/}}'],
  ])('renders %s', (template, url) => {
    expect(isUrlTemplate(template)).toBe(true);
    expect(render(template)).toBe(url);
  });

  it.each([
    ["{{ available_on | date('m/d/Y') }}", '12%2F01%2F2026'],
    ['{{available_on|date("Y-m-d")}}', '2026-12-01'],
    ["{{ available_on | date('D j M y') }}", 'Tue%201%20Dec%2026'],
    ["{{ available_on | date('l, F n') }}", 'Tuesday%2C%20December%2012'],
    [String.raw`{{ available_on | date('\m\d k') }}`, 'md%20k'],
    ["{{ available_on | date('') }}", ''],
    ["{{ note | date('Y') }}", ''],
    ["{{ unit_number | date('Y') }}", ''],
  ])('renders the date %s', (variable, text) => {
    expect(isUrlTemplate(`https://a.example/${variable}`)).toBe(true);
    expect(render(`https://a.example/${variable}`)).toBe(`https://a.example/${text}`);
  });

  it.each([
    'unknown',
    'note',
    'leasing_fields',
    'leasing_fields.unknown',
    'leasing_fields.nothing',
    'unit_number.length',
    'leasing_fields.toString',
    '__proto__',
    'constructor.name',
  ])('renders %s as an empty string', (name) => {
    expect(render(`https://a.example/[{{ ${name} }}]`)).toBe('https://a.example/[]');
  });

  it.each([
    'https://a.example/{{ unit_number',
    'https://a.example/{{ unit_number }',
    'https://a.example/{{',
    'https://a.example/{{ a {{ b }}',
    'https://a.example/{{ }}',
    'https://a.example/{{}}',
    "https://a.example/{{ | date('Y') }}",
    'https://a.example/{{ unit_number | upper }}',
    'https://a.example/{{ available_on | date }}',
    'https://a.example/{{ available_on | date(Y) }}',
    "https://a.example/{{ available_on | date('Y') | date('m') }}",
    'javascript:alert(1)',
    'ftp://a.example/{{ unit_number }}',
    '//a.example/',
    'https://user:password@a.example/',
    'https://{{ unit_number }}@a.example/',
    '{{ leasing_fields.url }}',
    'https://',
    'https:///path',
    '',
    'https://a.example/\0',
    'https://a.example/\ud800',
  ])('rejects %j', (template) => {
    expect(isUrlTemplate(template)).toBe(false);
  });

  it('encodes values so that they cannot change the structure of the URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const url = renderUrlTemplate('https://a.example/{{ value }}?x=1', { value });

        expect(url).toMatch(/^https:\/\/a\.example\/[\w.!~*'()%-]*\?x=1$/);
        expect(decodeURIComponent(url)).toBe(`https://a.example/${value.toWellFormed()}?x=1`);
      }),
    );
  });

  it('parses without backtracking', () => {
    const spaces = ' '.repeat(2000);
    const before = process.cpuUsage();
    for (const text of [`{{${spaces}`, `{{ a${spaces}b | date(${spaces}) }}`, '{{'.repeat(1000), '{{a|'.repeat(500)])
      isUrlTemplate(`https://a.example/${text}`);

    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(2_000_000); // microseconds; going back over all spaces for each would take minutes
  });
});
