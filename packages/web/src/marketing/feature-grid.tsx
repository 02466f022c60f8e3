import { FEATURES, type Feature } from "./features.ts";

/** Nine features; as cards where they are the page itself. */
export const FeatureGrid = ({ asCards = false }: { readonly asCards?: boolean }) => (
  <ul
    className={
      asCards
        ? "grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        : "grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3"
    }
  >
    {FEATURES.map((feature) => (
      <FeatureEntry key={feature.title} feature={feature} asCard={asCards} />
    ))}
  </ul>
);

function FeatureEntry({
  feature: { icon: Icon, title, sentence },
  asCard,
}: {
  readonly feature: Feature;
  readonly asCard: boolean;
}) {
  const Heading = asCard ? "h2" : "h3";
  return (
    <li className={asCard ? "rounded-card border border-line bg-surface p-6" : ""}>
      <Icon aria-hidden="true" className="size-5.5 text-accent" strokeWidth={1.75} />
      <Heading className="mt-3 text-base">{title}</Heading>
      <p className="mt-1 text-muted text-pretty">{sentence}</p>
    </li>
  );
}
