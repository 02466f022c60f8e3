/**
 * Evaluated before a strategy in its own context; answers a function that says whether the language is
 * still as it was found, so that nothing of one run can reach another by way of it: no name, no method
 * and no prototype that all programs of the context share has been changed, and none was added.
 * Functions that nobody builds on are frozen instead of being looked at. What is used of the language
 * is kept aside.
 */
export const REALM_GUARD = `"use strict";(() => {
  const { freeze, getOwnPropertyDescriptor, getPrototypeOf, isFrozen } = Object;
  const { ownKeys } = Reflect;
  const touch = /(?:)/;
  const { exec } = touch;
  const seen = new Set();
  const objects = [];
  const keyCounts = [];
  const parents = [];
  const owners = [];
  const keys = [];
  const values = [];
  const accessors = [];
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  const visit = (value) => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    visit(getPrototypeOf(value));
    const own = ownKeys(value);
    const isLeaf = typeof value === "function" && value !== Function.prototype &&
      getOwnPropertyDescriptor(value, "prototype") === undefined;
    for (let at = 0; at < own.length; at += 1) {
      const found = getOwnPropertyDescriptor(value, own[at]);
      if ("value" in found) { visit(found.value); visit(value[own[at]]); }
      else { visit(found.get); visit(found.set); }
      if (isLeaf) continue;
      if ("value" in found) {
        owners[owners.length] = value; keys[keys.length] = own[at]; values[values.length] = value[own[at]];
      } else accessors[accessors.length] = [value, own[at], found.get, found.set];
    }
    if (isLeaf) freeze(value);
    if (isFrozen(value)) return;
    objects[objects.length] = value;
    keyCounts[keyCounts.length] = own.length;
    parents[parents.length] = getPrototypeOf(value);
  };
  visit(globalThis);
  // What only syntax leads to.
  visit(function* () {}); visit(async () => {}); visit(async function* () {});
  visit([][Symbol.iterator]()); visit(new Map().entries()); visit(new Set().values());
  visit(""[Symbol.iterator]()); visit("".matchAll(/ /g));
  return () => {
    for (let at = 0; at < objects.length; at += 1) {
      const object = objects[at];
      if (ownKeys(object).length !== keyCounts[at] || getPrototypeOf(object) !== parents[at]) return false;
    }
    for (let at = 0; at < keys.length; at += 1) {
      const value = owners[at][keys[at]];
      if (value !== values[at] && (value === value || values[at] === values[at])) return false;
    }
    for (let at = 0; at < accessors.length; at += 1) {
      const [object, key, get, set] = accessors[at];
      const found = getOwnPropertyDescriptor(object, key);
      if (found === undefined || found.get !== get || found.set !== set) return false;
    }
    // The last match of all is kept by the language itself.
    touch.exec("");
    return touch.exec === exec;
  };
})()`;
