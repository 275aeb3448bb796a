/** SVG paths on a 24 × 24 grid, for links (`icon_type`) and the viewer's own buttons. */
const STROKES: Record<string, string> = {
  '360_tour': 'M3 12c0-2.2 4-4 9-4s9 1.8 9 4-4 4-9 4M12 16l3-2.5M12 16l3 2.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  email: 'M3 6h18v12H3zM3 7l9 7 9-7',
  floorplan: 'M4 4h16v16H4zM4 12h7M11 4v4M11 20v-8M16 12h4',
  form: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
  info: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v5M12 8v.01',
  location: 'M12 21s7-6.5 7-11a7 7 0 1 0-14 0c0 4.5 7 11 7 11M12 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  photo: 'M3 6h18v13H3zM3 16l5-5 4 4 3-3 6 5M16 9v.01',
  photo_and_tour: 'M3 5h13v11H3zM3 13l4-4 4 4M8 20h13V9',
  plus_sign: 'M12 5v14M5 12h14',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z',
  reserve: 'M6 3h12v18l-6-4-6 4z',
  search: 'M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12M15 15l5 5',
  share: 'M12 15V4M8 7l4-4 4 4M5 12v8h14v-8',
  smartphone: 'M7 3h10v18H7zM11 18h2',
  telephone: 'M5 4h4l2 5-2.5 2a11 11 0 0 0 4.5 4.5l2-2.5 5 2v4c-9 2-17-6-15-15',
  video_camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  video_play: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M10 8.5l5.5 3.5-5.5 3.5z',
  virtual_tour: 'M4 8h16v9h-5l-3-3-3 3H4z',
  star: 'M12 4l2.5 5.2 5.5.7-4 3.9 1 5.6-5-2.8-5 2.8 1-5.6-4-3.9 5.5-.7z',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  filter: 'M4 7h16M7 12h10M10 17h4',
  minus: 'M5 12h14',
  arrow: 'M12 19V6M6 11l6-6 6 6',
  window: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
};

export function Icon({ name, turn }: { name: string; turn?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={STROKES[name] ?? STROKES['info']} transform={turn ? `rotate(${turn} 12 12)` : undefined} />
    </svg>
  );
}
