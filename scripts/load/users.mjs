/** Signs visitors in, a few at a time; each is the cookie to send. */
export async function signInUsers(url, count) {
  const cookies = [];
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`${url}/api/demo-login`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-requested-with": "sevenfold",
        "sec-fetch-site": "same-origin",
      },
      body: "{}",
    });
    if (!response.ok) throw new Error(`No sign-in: ${response.status} ${await response.text()}`);
    cookies.push(
      response.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    );
  }
  return cookies;
}
