// @vitest-environment node
import { readFileSync } from 'node:fs';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, it } from 'vitest';

it('the types of the wire are those of its schema (npm run types)', async () => {
  const schema = JSON.parse(readFileSync('src/wire/schema.json', 'utf8'));
  const generated = COMMENT_HEADER + astToString(await openapi(schema, { emptyObjectsUnknown: true }));
  expect(readFileSync('src/wire/schema.d.ts', 'utf8')).toBe(generated);
});
