import { chromium } from '@playwright/test';
import { browser as findBrowser } from './e2e/support/chromium.ts';
import { startProduct } from './e2e/support/product.ts';
import { spawn } from 'node:child_process';
const product = await startProduct({ simulator: { transactions: 2000 } });
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
const out='/tmp/w/shots'; (await import('node:fs')).mkdirSync(out,{recursive:true});
try{
 const jobs=JSON.parse(process.argv[2]); // [[path,width,scheme,locale,name]]
 const ctxs={};
 for(const [path,width,scheme,locale,name,full] of jobs){
  const key=scheme+locale;
  if(!ctxs[key]){const c=await browser.newContext({baseURL:product.url,colorScheme:scheme,locale,viewport:{width,height:900}});const p=await c.newPage();
   await p.goto('/sign-in');await p.waitForTimeout(800);await p.locator('input[type=email]').fill(product.signIns.find(s=>s.role==='admin').email);await p.locator('input[type=password]').fill(product.signIns.find(s=>s.role==='admin').password);await p.keyboard.press('Enter');await p.waitForURL(/overview/,{timeout:60000});ctxs[key]=p;}
  const p=ctxs[key];await p.setViewportSize({width,height:900});
  if(!p.url().endsWith(path))await p.goto(path,{waitUntil:'load'});await p.waitForTimeout(2500);
  if(full==='hover'){} 
  const h=await p.evaluate(()=>{const m=[...document.querySelectorAll('*')].filter(e=>e.scrollHeight>e.clientHeight+4&&getComputedStyle(e).overflowY!=='visible'&&e.clientHeight>300);return Math.max(900,...m.map(e=>e.scrollHeight+200))});
  if(full)await p.setViewportSize({width,height:Math.min(h,3000)});
  await p.waitForTimeout(500);
  await p.screenshot({path:`${out}/${name}.png`});
  console.log(name, await p.evaluate(()=>document.documentElement.scrollWidth));
 }
}finally{await browser.close();await product.stop();}
