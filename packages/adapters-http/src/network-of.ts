/** Who has one IPv6 address has the 2^64 beside it too. */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.startsWith("::ffff:")) return ip;
  const [left = "", right = ""] = ip.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === "" ? [] : right.split(":");
  const zeros = ip.includes("::") ? Array<string>(Math.max(0, 8 - head.length - tail.length)) : [];
  return [...head, ...zeros.fill("0"), ...tail].slice(0, 4).join(":");
}
