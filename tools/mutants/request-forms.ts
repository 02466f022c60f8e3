import type { MutantGroup } from "./mutant.ts";

const HTTP = "packages/adapters-http/src";
const REFUSALS = `${HTTP}/call-refusals.test.ts`;
const GUARD = `${HTTP}/request-guard.ts`;
const GUARD_TEST = `${HTTP}/request-guard.test.ts`;
const LIMITS_TEST = `${HTTP}/limits-and-headers.test.ts`;
const BODY = `${HTTP}/json-body.ts`;

export const REQUEST_FORMS: MutantGroup = {
  breaks: "What a request looks like, and where it comes from",
  mutants: [
    {
      name: "An order at market that names a limit is sent without it",
      file: "packages/contract/src/orders.ts",
      replace: '.refine((ticket) => ticket.orderType === "limit" || ticket.limitPrice == null, {',
      by: '.refine((ticket) => ticket.orderType === "limit" || ticket.limitPrice !== 0, {',
      foundBy: {
        "packages/adapters-http/src/orders/order-routes.test.ts": [
          "sends nothing at market that names a limit: /api/orders",
        ],
      },
    },
    {
      name: "A packed body is read as it came",
      file: BODY,
      replace: '!ctx.is("application/json") || ctx.get("Content-Encoding") !== ""',
      by: '!ctx.is("application/json")',
      foundBy: {
        [REFUSALS]: ["that is no JSON, or packed, is refused"],
      },
    },
    {
      name: "A form is read as JSON",
      file: BODY,
      replace: '!ctx.is("application/json") || ctx.get',
      by: "ctx.get",
      foundBy: {
        [REFUSALS]: ["that is no JSON, or packed, is refused"],
      },
    },
    {
      name: "A body without a stated length is not looked at",
      file: BODY,
      replace: 'ctx.req.headers["transfer-encoding"] !== undefined || 0',
      by: "0",
      foundBy: {
        [REFUSALS]: ["with a body above 16 KiB is refused, with a stated length or without"],
      },
    },
    {
      name: "A body grows without a limit while it is read",
      file: `${HTTP}/request-bytes.ts`,
      replace: "    if (maxBytes < length) throw tooLarge(ctx, maxBytes);\n",
      by: "",
      foundBy: {
        [REFUSALS]: ["with a body above 16 KiB is refused, with a stated length or without"],
      },
    },
    {
      name: "A broken letter in a body is read as another one",
      file: BODY,
      replace: "{ fatal: true }",
      by: "{ fatal: false }",
      foundBy: {
        [REFUSALS]: ["that is not written in UTF-8 is refused, whatever it says of itself"],
      },
    },
    {
      name: "A body may name what stands behind every object",
      file: BODY,
      replace: "if (names.some((name) => FORBIDDEN.has(name)))",
      by: 'if (names.some((name) => name === ""))',
      foundBy: {
        [REFUSALS]: [
          "with a name that reaches behind objects is refused in words that say what is wrong",
        ],
      },
    },
    {
      name: "A field that is given twice counts as it stands last",
      file: BODY,
      replace: "if (repeated !== undefined)",
      by: 'if (repeated === "")',
      foundBy: {
        [GUARD_TEST]: ["that names a field twice is refused"],
      },
    },
    {
      name: "A sister site counts as our own",
      file: GUARD,
      replace: 'site === "same-origin"',
      by: 'site.startsWith("same-")',
      foundBy: {
        [REFUSALS]: ["from a sister site is refused"],
      },
    },
    {
      name: "A form of our own origin changes things",
      file: GUARD,
      replace: "isBeyondForms(ctx) && isSameOrigin(ctx, publicOrigin)",
      by: "isSameOrigin(ctx, publicOrigin)",
      foundBy: {
        [REFUSALS]: [
          "from a form is refused",
          "without a body needs the header, and with JSON none",
        ],
      },
    },
    {
      name: "A header that a script sets is enough, wherever the script is from",
      file: GUARD,
      replace: "isBeyondForms(ctx) && isSameOrigin(ctx, publicOrigin)",
      by: "isBeyondForms(ctx)",
      foundBy: {
        [REFUSALS]: ["from an evil origin is refused"],
      },
    },
    {
      name: "The public address counts whatever its scheme",
      file: GUARD,
      replace: 'origin !== "" && origin === publicOrigin',
      by: 'origin.replace("http:", "https:") === publicOrigin',
      foundBy: {
        [GUARD_TEST]: ["may change things, also where the proxy names its own host to us"],
      },
    },
    {
      name: "An empty bearer header vouches for a page",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: "/^Bearer +(\\S+)$/i",
      by: "/^Bearer *(\\S*)$/i",
      foundBy: {
        [`${HTTP}/tokens/token-routes.test.ts`]: [
          "does not vouch for a page: without one, the headers of our pages are asked for",
        ],
      },
    },
    {
      name: "A cookie counts beside a token that is none of ours",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: "token === undefined ? otherwise",
      by: 'token === undefined || ctx.get("Cookie") !== "" ? otherwise',
      foundBy: {
        [`${HTTP}/tokens/token-routes.test.ts`]: [
          "that is none of ours opens nothing, whatever cookie comes with it",
        ],
      },
    },
    {
      name: "Where a request comes from is taken from anybody's word",
      file: `${HTTP}/server.ts`,
      replace: "proxy: options.trustProxy",
      by: "proxy: true",
      foundBy: {
        [LIMITS_TEST]: ["are limited by address"],
      },
    },
    {
      name: "A request says itself behind which proxies it was sent",
      file: `${HTTP}/server.ts`,
      replace: "    maxIpsCount: 1,\n",
      by: "",
      foundBy: {
        [LIMITS_TEST]: ["count the addresses the trusted proxy tells, the last one only"],
      },
    },
    {
      name: "Who has an IPv6 network has a fresh allowance at each of its addresses",
      file: `${HTTP}/network-of.ts`,
      replace: 'if (!ip.includes(":") || ip.startsWith("::ffff:")) return ip;',
      by: 'if (ip !== "") return ip;',
      foundBy: {
        [LIMITS_TEST]: ["count the addresses the trusted proxy tells, the last one only"],
      },
    },
    {
      name: "A signed-in user asks as often as they like",
      file: `${HTTP}/server.ts`,
      replace: "        limiters.limitUser,\n",
      by: "",
      foundBy: {
        [LIMITS_TEST]: ["are limited by user"],
      },
    },
    {
      name: "A proxy on the machine makes everybody a household's own",
      file: `${HTTP}/host-names.ts`,
      replace: "    !Object.keys(req.headers).some((name) => FORWARDING.test(name))",
      by: '    req.headers.host !== ""',
      foundBy: {
        [`${HTTP}/measures.test.ts`]: [
          "are for this machine alone, where there is none, and for no proxy on it (trusted: true)",
          "are for this machine alone, where there is none, and for no proxy on it (trusted: false)",
        ],
      },
    },
    {
      name: "Scripts of any site may run in our pages",
      file: `${HTTP}/security-headers.ts`,
      replace: "scriptSrc: SELF",
      by: 'scriptSrc: ["https:"]',
      foundBy: {
        [LIMITS_TEST]: ["guard every answer, failed ones too"],
      },
    },
    {
      name: "Our pages may stand in a frame of another site",
      file: `${HTTP}/security-headers.ts`,
      replace: "frameAncestors: NOTHING",
      by: 'frameAncestors: ["*"]',
      foundBy: {
        [LIMITS_TEST]: ["guard every answer, failed ones too"],
      },
    },
    {
      name: "HTTPS is asked for where nothing offers it",
      file: `${HTTP}/security-headers.ts`,
      replace: "strictTransportSecurity: secureCookies",
      by: "strictTransportSecurity: secureCookies !== undefined",
      foundBy: {
        [LIMITS_TEST]: ["guard every answer, failed ones too"],
      },
    },
    {
      name: "A spreadsheet runs what stands in a file",
      file: `${HTTP}/orders/csv.ts`,
      replace: "FORMULA.test(cell) ? `'${cell}` : cell",
      by: "cell",
      foundBy: {
        [`${HTTP}/orders/csv.test.ts`]: ['keeps a spreadsheet from running "=1+1"'],
      },
    },
    {
      name: "A quote within a cell of a file ends the cell",
      file: `${HTTP}/orders/csv.ts`,
      replace: "text.replaceAll('\"', '\"\"')",
      by: "text",
      foundBy: {
        [`${HTTP}/orders/csv.test.ts`]: ["quotes what would break it"],
      },
    },
    {
      name: "A line break within a cell of a file ends the row",
      file: `${HTTP}/orders/csv.ts`,
      replace: '/[",\\r\\n]/.test(text)',
      by: '/[",]/.test(text)',
      foundBy: {
        [`${HTTP}/orders/csv.test.ts`]: ["quotes what would break it"],
      },
    },
  ],
};
