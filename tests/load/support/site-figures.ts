/** Returns the site's unlabeled metrics by name. `token` is the site's METRICS_TOKEN. */
export async function siteFigures(url: string, token: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The site gives no figures: ${response.status}`);
  const lines = [...(await response.text()).matchAll(/^(\w+) (\S+)$/gm)];
  return new Map(lines.map(([, name = '', value]) => [name, Number(value)]));
}
