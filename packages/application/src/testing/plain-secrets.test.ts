import { describeOneTimeCodes } from "../ports/one-time-codes.conformance.ts";
import { describePasswordHasher } from "../ports/password-hasher.conformance.ts";
import { plainCodeAt, plainCodes } from "./plain-codes.ts";
import { plainHasher, weakPlainHash } from "./plain-hasher.ts";

describePasswordHasher("of the tests", plainHasher(), async (password) => weakPlainHash(password));
describeOneTimeCodes("of the tests", plainCodes(), plainCodeAt);
