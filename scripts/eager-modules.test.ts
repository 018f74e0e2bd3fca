import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withEagerModules } from './eager-modules.ts';

const SCRIPT =
  '(globalThis.RUNTIME||(globalThis.RUNTIME=[])).push(["x",11,(e,t)=>{t.exports=[1,()=>2]},12,function(e){e.s(3)},13,e=>4]);';

test('each module stands in parentheses, and nothing within it', () => {
  expect(withEagerModules(SCRIPT)).toBe(
    '(globalThis.RUNTIME||(globalThis.RUNTIME=[])).push(["x",11,((e,t)=>{t.exports=[1,()=>2]}),12,(function(e){e.s(3)}),13,(e=>4)]);',
  );
});

test('what the script does is the same', () => {
  const ran = (script: string) => {
    const found: { RUNTIME?: unknown[][] } = {};
    runInNewContext(script, { globalThis: found });
    return found.RUNTIME?.[0]?.map((one) => (typeof one === 'function' ? String(one) : one));
  };
  expect(ran(withEagerModules(SCRIPT))).toEqual(ran(SCRIPT));
});

test.each([
  '',
  'console.log([()=>1])',
  'a.push(()=>1)',
  'self.b=function(){};[1].map(()=>2)',
  '"use strict";const f=()=>1;',
])('what is no list of modules stays: %s', (script) => expect(withEagerModules(script)).toBe(script));
