import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { classNames } from "./class-names.ts";

const LOOKS = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  quiet: "border border-line bg-raised text-ink hover:border-line-strong",
  bare: "text-muted hover:bg-sunk hover:text-ink",
  gain: "bg-gain text-paper hover:brightness-95",
  loss: "bg-loss text-paper hover:brightness-95",
} as const;
const SIZES = {
  small: "h-7 px-2.5 text-13 gap-1.5",
  normal: "h-9 px-3.5 text-sm gap-2",
  large: "h-11 px-5 text-base gap-2",
  icon: "size-9",
  smallIcon: "size-7",
} as const;

interface ButtonLook {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
}

const classesOf = ({ look = "quiet", size = "normal" }: ButtonLook, className?: string) =>
  classNames(
    "inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55",
    LOOKS[look],
    SIZES[size],
    className,
  );

export function Button({
  look,
  size,
  className,
  type = "button",
  ...rest
}: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classesOf({ ...(look && { look }), ...(size && { size }) }, className)}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  className,
  ...rest
}: ButtonLook & LinkProps & { readonly children: ReactNode }) {
  return (
    <Link
      className={classesOf(
        { ...(look && { look }), ...(size && { size }) },
        classNames("print:hidden", className),
      )}
      {...rest}
    />
  );
}
