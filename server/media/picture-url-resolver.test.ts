import { describe, expect, it } from 'vitest';
import { createPictureUrlResolver, fetchablePictureUrl } from './picture-url-resolver.ts';

const FILE = '/wp-content/uploads/a.jpg';
const source = (wordpress: string | null, homes: string[] = [], origins: string[] = []) => {
  const find = createPictureUrlResolver({ wordpress, homes: () => homes, origins });
  return (url: string) => find(new URL(url))?.href ?? null;
};

describe('the URL from which a picture is fetched', () => {
  it('is its own, at the configured WordPress and at IMAGE_ORIGINS', () => {
    const find = source('https://cms.example', [], ['https://cdn.example', 'http://old.example']);
    for (const origin of ['https://cms.example', 'https://cdn.example', 'https://old.example']) {
      expect(find(origin + FILE)).toBe(origin + FILE);
    }
    expect(find(`http://cdn.example${FILE}`)).toBeNull();
    expect(find(`https://cms.example:8443${FILE}`)).toBeNull();
  });

  it('is at the configured WordPress for addresses that WordPress calls its own', () => {
    const find = source('http://10.0.0.5:8080', ['https://www.example', 'https://cms.example/blog/']);
    expect(find(`https://www.example${FILE}?v=2`)).toBe(`http://10.0.0.5:8080${FILE}?v=2`);
    expect(find(`https://cms.example/blog${FILE}`)).toBe(`http://10.0.0.5:8080${FILE}`);
    expect(find(`https://cms.example${FILE}`)).toBeNull();
    expect(source('http://10.0.0.5/wp', ['https://www.example'])(`https://www.example${FILE}`)).toBe(
      `http://10.0.0.5/wp${FILE}`,
    );
  });

  it('is never at an address that only WordPress names', () => {
    const find = source('https://cms.example', ['http://127.0.0.1:9200', 'http://169.254.169.254']);
    expect(find('http://127.0.0.1:9200/_search')).toBe('https://cms.example/_search');
    expect(find('http://169.254.169.254/latest')).toBe('https://cms.example/latest');
    expect(find('http://127.0.0.1:22/')).toBeNull();
    expect(find('http://cms.example.evil.example/a.jpg')).toBeNull();
  });

  it('is an IMAGE_ORIGIN even if WordPress calls it its own', () => {
    const find = source('http://10.0.0.5', ['https://www.example'], ['https://www.example']);
    expect(find(`https://www.example${FILE}`)).toBe(`https://www.example${FILE}`);
  });

  it('does not exist without WordPress', () => {
    expect(source(null, ['https://www.example'])(`https://www.example${FILE}`)).toBeNull();
  });
});

it('http URLs of a site that uses https now are read as https, and SVGs are left out', () => {
  const find = createPictureUrlResolver({ wordpress: 'https://cms.example', homes: () => [], origins: [] });
  expect(fetchablePictureUrl('http://cms.example/a.jpg#x', find)?.href).toBe('https://cms.example/a.jpg');
  expect(fetchablePictureUrl('https://cms.example/a.svg', find)).toBeNull();
});
