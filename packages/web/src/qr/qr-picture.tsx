import { useMemo } from "react";
import { qrCode } from "./qr-code.ts";

const BORDER = 4;

interface QrPictureProps {
  readonly text: string;
  /** What it leads to, for who cannot see it. */
  readonly label: string;
  readonly className?: string;
}

/** A QR code, black on white in both themes: readers expect no other. Nothing where it is too long. */
export function QrPicture({ text, label, className }: QrPictureProps) {
  const matrix = useMemo(() => qrCode(text), [text]);
  if (matrix === undefined) return null;
  const size = matrix.length + 2 * BORDER;
  const path = matrix
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : "")),
    )
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
