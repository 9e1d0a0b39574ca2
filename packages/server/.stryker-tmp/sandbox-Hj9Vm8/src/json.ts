// @ts-nocheck
function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import { parseJson } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { WalletServerError } from './errors.ts';

/** More than any body of the contract needs. */
const mostLevels = 16;
const mostKeys = 200;

/** Names by which an object that is copied carelessly changes others. */
const poisonous: readonly string[] = stryMutAct_9fa48("0") ? [] : (stryCov_9fa48("0"), [stryMutAct_9fa48("1") ? "" : (stryCov_9fa48("1"), '__proto__'), stryMutAct_9fa48("2") ? "" : (stryCov_9fa48("2"), 'constructor'), stryMutAct_9fa48("3") ? "" : (stryCov_9fa48("3"), 'prototype')]);

/**
 * A request's body as JSON that means one thing: UTF-8 without a byte order mark, no key twice, none
 * that reaches for a prototype, not too deep, not too many.
 * @throws {WalletServerError} `invalid_json`.
 */
export function readStrictJson(bytes: Bytes): unknown {
  if (stryMutAct_9fa48("4")) {
    {}
  } else {
    stryCov_9fa48("4");
    let value: unknown;
    try {
      if (stryMutAct_9fa48("5")) {
        {}
      } else {
        stryCov_9fa48("5");
        value = parseJson(bytes);
      }
    } catch {
      if (stryMutAct_9fa48("6")) {
        {}
      } else {
        stryCov_9fa48("6");
        throw invalid(stryMutAct_9fa48("7") ? "" : (stryCov_9fa48("7"), 'The body is not JSON in UTF-8.'));
      }
    }
    if (stryMutAct_9fa48("8")) {
      ;
    } else {
      stryCov_9fa48("8");
      checkKeys(new TextDecoder().decode(bytes));
    }
    return value;
  }
}

/** In text that is JSON, a string before a colon is a key, and a brace outside of a string is one. */
function checkKeys(json: string): void {
  if (stryMutAct_9fa48("9")) {
    {}
  } else {
    stryCov_9fa48("9");
    const levels: Set<string>[] = stryMutAct_9fa48("10") ? ["Stryker was here"] : (stryCov_9fa48("10"), []);
    let count = 0;
    for (const [token, key] of json.matchAll(stryMutAct_9fa48("23") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[^{}[\]]/g : stryMutAct_9fa48("22") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.["\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("21") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\])*"|[{}[\]]/g : stryMutAct_9fa48("20") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)"|[{}[\]]/g : stryMutAct_9fa48("19") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"["\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("18") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\](?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("17") ? /("[^"\\]*(?:\\.[^"\\]*)*")\S*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("16") ? /("[^"\\]*(?:\\.[^"\\]*)*")\s:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("15") ? /("[^"\\]*(?:\\.["\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("14") ? /("[^"\\]*(?:\\.[^"\\])*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("13") ? /("[^"\\]*(?:\\.[^"\\]*)")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("12") ? /("["\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : stryMutAct_9fa48("11") ? /("[^"\\](?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g : (stryCov_9fa48("11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23"), /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g))) {
      if (stryMutAct_9fa48("24")) {
        {}
      } else {
        stryCov_9fa48("24");
        if (stryMutAct_9fa48("27") ? token === '{' && token === '[' : stryMutAct_9fa48("26") ? false : stryMutAct_9fa48("25") ? true : (stryCov_9fa48("25", "26", "27"), (stryMutAct_9fa48("29") ? token !== '{' : stryMutAct_9fa48("28") ? false : (stryCov_9fa48("28", "29"), token === (stryMutAct_9fa48("30") ? "" : (stryCov_9fa48("30"), '{')))) || (stryMutAct_9fa48("32") ? token !== '[' : stryMutAct_9fa48("31") ? false : (stryCov_9fa48("31", "32"), token === (stryMutAct_9fa48("33") ? "" : (stryCov_9fa48("33"), '[')))))) {
          if (stryMutAct_9fa48("34")) {
            {}
          } else {
            stryCov_9fa48("34");
            if (stryMutAct_9fa48("38") ? levels.push(new Set()) <= mostLevels : stryMutAct_9fa48("37") ? levels.push(new Set()) >= mostLevels : stryMutAct_9fa48("36") ? false : stryMutAct_9fa48("35") ? true : (stryCov_9fa48("35", "36", "37", "38"), levels.push(new Set()) > mostLevels)) throw invalid(stryMutAct_9fa48("39") ? "" : (stryCov_9fa48("39"), 'The body is nested too deeply.'));
          }
        } else if (stryMutAct_9fa48("42") ? token === '}' && token === ']' : stryMutAct_9fa48("41") ? false : stryMutAct_9fa48("40") ? true : (stryCov_9fa48("40", "41", "42"), (stryMutAct_9fa48("44") ? token !== '}' : stryMutAct_9fa48("43") ? false : (stryCov_9fa48("43", "44"), token === (stryMutAct_9fa48("45") ? "" : (stryCov_9fa48("45"), '}')))) || (stryMutAct_9fa48("47") ? token !== ']' : stryMutAct_9fa48("46") ? false : (stryCov_9fa48("46", "47"), token === (stryMutAct_9fa48("48") ? "" : (stryCov_9fa48("48"), ']')))))) {
          if (stryMutAct_9fa48("49")) {
            {}
          } else {
            stryCov_9fa48("49");
            if (stryMutAct_9fa48("50")) {
              ;
            } else {
              stryCov_9fa48("50");
              levels.pop();
            }
          }
        } else if (stryMutAct_9fa48("53") ? key === undefined : stryMutAct_9fa48("52") ? false : stryMutAct_9fa48("51") ? true : (stryCov_9fa48("51", "52", "53"), key !== undefined)) {
          if (stryMutAct_9fa48("54")) {
            {}
          } else {
            stryCov_9fa48("54");
            const name = JSON.parse(key) as string;
            const seen = levels.at(stryMutAct_9fa48("55") ? +1 : (stryCov_9fa48("55"), -1));
            if (stryMutAct_9fa48("57") ? false : stryMutAct_9fa48("56") ? true : (stryCov_9fa48("56", "57"), poisonous.includes(name))) throw invalid(stryMutAct_9fa48("58") ? "" : (stryCov_9fa48("58"), 'The body has a key that is not taken.'));
            if (stryMutAct_9fa48("61") ? seen.has(name) : stryMutAct_9fa48("60") ? false : stryMutAct_9fa48("59") ? true : (stryCov_9fa48("59", "60", "61"), seen?.has(name))) throw invalid(stryMutAct_9fa48("62") ? "" : (stryCov_9fa48("62"), 'The body has a key twice.'));
            if (stryMutAct_9fa48("66") ? (count += 1) <= mostKeys : stryMutAct_9fa48("65") ? (count += 1) >= mostKeys : stryMutAct_9fa48("64") ? false : stryMutAct_9fa48("63") ? true : (stryCov_9fa48("63", "64", "65", "66"), (stryMutAct_9fa48("67") ? count -= 1 : (stryCov_9fa48("67"), count += 1)) > mostKeys)) throw invalid(stryMutAct_9fa48("68") ? "" : (stryCov_9fa48("68"), 'The body has too many keys.'));
            stryMutAct_9fa48("69") ? seen.add(name) : (stryCov_9fa48("69"), seen?.add(name));
          }
        }
      }
    }
  }
}
function invalid(message: string): WalletServerError {
  if (stryMutAct_9fa48("70")) {
    {}
  } else {
    stryCov_9fa48("70");
    return new WalletServerError(stryMutAct_9fa48("71") ? "" : (stryCov_9fa48("71"), 'invalid_json'), message);
  }
}