/** Nobody is sent mail: whoever runs the installation lets in again who lost what it takes. */
export function WayBack({ lost }: { readonly lost: string }) {
  return (
    <p className="text-13 text-muted">
      Lost {lost}? Whoever runs this Sevenfold can let you in again, with{" "}
      <code className="whitespace-nowrap">sevenfold user new-password</code>.
    </p>
  );
}
