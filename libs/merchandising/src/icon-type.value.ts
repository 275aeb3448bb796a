/** Values of `icon_type` (docs/contract/specification.md, Unit outbound link). */
export const ICON_TYPES =
  `email print reserve share search info video_camera video_play virtual_tour 360_tour calendar floorplan
  form location person photo photo_and_tour plus_sign smartphone telephone`.split(/\s+/);
