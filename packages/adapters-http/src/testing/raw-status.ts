import { request } from "node:http";

/** The path as it stands here: `fetch` would tidy it. */

export function rawStatus(port: number, method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
