import { useMemo } from "react";
import { encode } from "uqr";

/** The light modules that readers need around a code. ISO/IEC 18004. */
const BORDER = 4;

interface QrPictureProps {
  readonly text: string;
  /** What it leads to, for who cannot see it. */
  readonly label: string;
  readonly className?: string;
}

/** A QR code, black on white in both themes: readers expect no other. */
export function QrPicture({ text, label, className }: QrPictureProps) {
  const { data, size } = useMemo(() => encode(text, { ecc: "M", border: BORDER }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
