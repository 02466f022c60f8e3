const WORDS = {
  password: { lost: "the password", command: "sevenfold user new-password" },
  "second-factor": {
    lost: "the device and the recovery codes",
    command: "sevenfold user new-password --remove-second-factor",
  },
};

/** Nobody is sent mail: whoever runs the installation lets in again who lost what it takes. */
export function WayBack({ of }: { readonly of: keyof typeof WORDS }) {
  const { command, lost } = WORDS[of];
  return (
    <p className="text-13 text-muted">
      Lost {lost}? Whoever runs this Sevenfold can let you in again, with <code>{command}</code>.
    </p>
  );
}
