/** Powers and logarithms of the field with 256 elements that QR codes reckon in (x⁸+x⁴+x³+x²+1). */
const POWERS = new Uint8Array(255);
const LOGS = new Uint8Array(256);
let power = 1;
for (let exponent = 0; exponent < 255; exponent += 1) {
  POWERS[exponent] = power;
  LOGS[power] = exponent;
  power = (power << 1) ^ (power & 0x80 ? 0x11d : 0);
}

const product = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : POWERS[(LOGS[one]! + LOGS[other]!) % 255]!;

/** The generator polynomial of a degree, its leading one left out. */
function generatorOf(degree: number): Uint8Array {
  const factors = new Uint8Array(degree);
  factors[degree - 1] = 1;
  for (let root = 0; root < degree; root += 1)
    for (let index = 0; index < degree; index += 1)
      factors[index] =
        product(factors[index]!, POWERS[root]!) ^ (index + 1 < degree ? factors[index + 1]! : 0);
  return factors;
}

/** The Reed–Solomon remainder: what lets a reader mend so many codewords by half. */
export function correctionOf(block: Uint8Array, degree: number): Uint8Array {
  const generator = generatorOf(degree);
  const rest = new Uint8Array(degree);
  for (const codeword of block) {
    const factor = codeword ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[degree - 1] = 0;
    for (let index = 0; index < degree; index += 1)
      rest[index] = rest[index]! ^ product(generator[index]!, factor);
  }
  return rest;
}
