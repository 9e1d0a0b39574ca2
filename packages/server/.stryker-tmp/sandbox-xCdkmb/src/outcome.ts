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
import { toMinor } from '@wallet-buttons/protocol';
import { isFinal, isLateTruth, isPaid, isUndecided, mayMove } from './attempt.ts';
import type { Attempt, AttemptChange, AttemptState } from './attempt.ts';
import { WalletServerError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import type { PaymentAnswer } from './service/operation.ts';
import type { Meaning, WireProfile } from './service/profile.ts';

/** What a person should look at; each is logged as an error, once a change. */
export type Alarm = 'amount_mismatch' | 'late_truth' | 'unknown_status' | 'acs_url_refused' | 'needs_review';

/** What some evidence changes in an attempt; `null` where it changes nothing. */
export interface Verdict {
  readonly change: AttemptChange | null;
  readonly alarm?: Alarm;
}

/**
 * How long "not found" is no evidence: at least twice what a request can be held on its way.
 * In milliseconds.
 */
export const grace = stryMutAct_9fa48("0") ? 15 / 60_000 : (stryCov_9fa48("0"), 15 * 60_000);
const nothing: Verdict = stryMutAct_9fa48("1") ? {} : (stryCov_9fa48("1"), {
  change: null
});

/** What the answer to pay-token means: the bank's page, or else the word. */
export function verdictOfAnswer(attempt: Attempt, answer: PaymentAnswer, profile: WireProfile): Verdict {
  if (stryMutAct_9fa48("2")) {
    {}
  } else {
    stryCov_9fa48("2");
    if (stryMutAct_9fa48("5") ? answer.acsUrl !== null : stryMutAct_9fa48("4") ? false : stryMutAct_9fa48("3") ? true : (stryCov_9fa48("3", "4", "5"), answer.acsUrl === null)) return verdictOfMeaning(attempt, answer, meaningOf(answer, profile));
    if (stryMutAct_9fa48("8") ? false : stryMutAct_9fa48("7") ? true : stryMutAct_9fa48("6") ? mayMove(attempt.state, 'awaiting_bank') : (stryCov_9fa48("6", "7", "8"), !mayMove(attempt.state, stryMutAct_9fa48("9") ? "" : (stryCov_9fa48("9"), 'awaiting_bank')))) return nothing;
    const change = {
      state: 'awaiting_bank',
      status: answer.status
    } as const;
    return isSafeUrl(answer.acsUrl) ? stryMutAct_9fa48("10") ? {} : (stryCov_9fa48("10"), {
      change: stryMutAct_9fa48("11") ? {} : (stryCov_9fa48("11"), {
        ...change,
        acsUrl: answer.acsUrl
      })
    }) : stryMutAct_9fa48("12") ? {} : (stryCov_9fa48("12"), {
      change,
      alarm: stryMutAct_9fa48("13") ? "" : (stryCov_9fa48("13"), 'acs_url_refused')
    });
  }
}

/** What is known of a token when pay-token was not answered, by the code of the error. */
const failures: Partial<Record<ErrorCode, (serviceCode: string, profile: WireProfile) => Failure>> = stryMutAct_9fa48("14") ? {} : (stryCov_9fa48("14"), {
  // Proven: no byte of it left.
  service_unreachable: stryMutAct_9fa48("15") ? () => undefined : (stryCov_9fa48("15"), () => stryMutAct_9fa48("16") ? "" : (stryCov_9fa48("16"), 'not_sent')),
  // A 4xx: only some codes prove "not processed".
  service_refused: stryMutAct_9fa48("17") ? () => undefined : (stryCov_9fa48("17"), (serviceCode, {
    notProcessed
  }) => notProcessed.includes(serviceCode) ? stryMutAct_9fa48("18") ? "" : (stryCov_9fa48("18"), 'rejected') : stryMutAct_9fa48("19") ? "" : (stryCov_9fa48("19"), 'unknown'))
});

/** `not_sent`: the order is as it was. `rejected`: failed for sure. `unknown`: nobody can say. */
export type Failure = 'not_sent' | 'rejected' | 'unknown';

/**
 * What it means that pay-token was not answered: unknown, whatever it looks like, but for what the
 * table above has.
 */
export function verdictOfFailure(error: unknown, profile: WireProfile): Failure {
  if (stryMutAct_9fa48("20")) {
    {}
  } else {
    stryCov_9fa48("20");
    if (stryMutAct_9fa48("23") ? false : stryMutAct_9fa48("22") ? true : stryMutAct_9fa48("21") ? error instanceof WalletServerError : (stryCov_9fa48("21", "22", "23"), !(error instanceof WalletServerError))) return stryMutAct_9fa48("24") ? "" : (stryCov_9fa48("24"), 'unknown');
    // What the client, or its configuration, refused never got as far as the wire.
    if (stryMutAct_9fa48("27") ? error.origin === 'request' && error.origin === 'configuration' : stryMutAct_9fa48("26") ? false : stryMutAct_9fa48("25") ? true : (stryCov_9fa48("25", "26", "27"), (stryMutAct_9fa48("29") ? error.origin !== 'request' : stryMutAct_9fa48("28") ? false : (stryCov_9fa48("28", "29"), error.origin === (stryMutAct_9fa48("30") ? "" : (stryCov_9fa48("30"), 'request')))) || (stryMutAct_9fa48("32") ? error.origin !== 'configuration' : stryMutAct_9fa48("31") ? false : (stryCov_9fa48("31", "32"), error.origin === (stryMutAct_9fa48("33") ? "" : (stryCov_9fa48("33"), 'configuration')))))) return stryMutAct_9fa48("34") ? "" : (stryCov_9fa48("34"), 'not_sent');
    return stryMutAct_9fa48("35") ? failures[error.code]?.(error.details.serviceCode ?? '', profile) && 'unknown' : (stryCov_9fa48("35"), (stryMutAct_9fa48("36") ? failures[error.code](error.details.serviceCode ?? '', profile) : (stryCov_9fa48("36"), failures[error.code]?.(stryMutAct_9fa48("37") ? error.details.serviceCode && '' : (stryCov_9fa48("37"), error.details.serviceCode ?? (stryMutAct_9fa48("38") ? "Stryker was here!" : (stryCov_9fa48("38"), ''))), profile))) ?? (stryMutAct_9fa48("39") ? "" : (stryCov_9fa48("39"), 'unknown')));
  }
}

/**
 * What get-status, or a verified webhook, means. That no payment was tried yet is no evidence here:
 * the word may be older than the token; {@link verdictOfAbsence} weighs it.
 */
export function verdictOfStatus(attempt: Attempt, answer: PaymentAnswer, profile: WireProfile): Verdict {
  if (stryMutAct_9fa48("40")) {
    {}
  } else {
    stryCov_9fa48("40");
    const meaning = meaningOf(answer, profile);
    return (stryMutAct_9fa48("43") ? meaning !== 'untouched' : stryMutAct_9fa48("42") ? false : stryMutAct_9fa48("41") ? true : (stryCov_9fa48("41", "42", "43"), meaning === (stryMutAct_9fa48("44") ? "" : (stryCov_9fa48("44"), 'untouched')))) ? nothing : verdictOfMeaning(attempt, answer, meaning);
  }
}

/** Whether the service says that no payment was tried in the session. */
export function isUntouched(answer: PaymentAnswer, profile: WireProfile): boolean {
  if (stryMutAct_9fa48("45")) {
    {}
  } else {
    stryCov_9fa48("45");
    return stryMutAct_9fa48("48") ? meaningOf(answer, profile) !== 'untouched' : stryMutAct_9fa48("47") ? false : stryMutAct_9fa48("46") ? true : (stryCov_9fa48("46", "47", "48"), meaningOf(answer, profile) === (stryMutAct_9fa48("49") ? "" : (stryCov_9fa48("49"), 'untouched')));
  }
}

/** What "not found", or a session without a payment, means: nothing before the grace is over. */
export function verdictOfAbsence(attempt: Attempt, now: number): Verdict {
  if (stryMutAct_9fa48("50")) {
    {}
  } else {
    stryCov_9fa48("50");
    if (stryMutAct_9fa48("53") ? !isUndecided(attempt.state) && attempt.sentAt === null : stryMutAct_9fa48("52") ? false : stryMutAct_9fa48("51") ? true : (stryCov_9fa48("51", "52", "53"), (stryMutAct_9fa48("54") ? isUndecided(attempt.state) : (stryCov_9fa48("54"), !isUndecided(attempt.state))) || (stryMutAct_9fa48("56") ? attempt.sentAt !== null : stryMutAct_9fa48("55") ? false : (stryCov_9fa48("55", "56"), attempt.sentAt === null)))) return nothing;
    if (stryMutAct_9fa48("60") ? now - attempt.sentAt >= grace : stryMutAct_9fa48("59") ? now - attempt.sentAt <= grace : stryMutAct_9fa48("58") ? false : stryMutAct_9fa48("57") ? true : (stryCov_9fa48("57", "58", "59", "60"), (stryMutAct_9fa48("61") ? now + attempt.sentAt : (stryCov_9fa48("61"), now - attempt.sentAt)) < grace)) return nothing;
    return stryMutAct_9fa48("62") ? {} : (stryCov_9fa48("62"), {
      change: stryMutAct_9fa48("63") ? {} : (stryCov_9fa48("63"), {
        state: stryMutAct_9fa48("64") ? "" : (stryCov_9fa48("64"), 'released')
      })
    });
  }
}

/** Absolute https (http on loopback), no credentials, at most 8 KiB, nothing a parser would repair. */
export function isSafeUrl(text: string): boolean {
  if (stryMutAct_9fa48("65")) {
    {}
  } else {
    stryCov_9fa48("65");
    if (stryMutAct_9fa48("68") ? (text.length > 8192 || !/^[\x21-\x7e]+$/.test(text)) && !URL.canParse(text) : stryMutAct_9fa48("67") ? false : stryMutAct_9fa48("66") ? true : (stryCov_9fa48("66", "67", "68"), (stryMutAct_9fa48("70") ? text.length > 8192 && !/^[\x21-\x7e]+$/.test(text) : stryMutAct_9fa48("69") ? false : (stryCov_9fa48("69", "70"), (stryMutAct_9fa48("73") ? text.length <= 8192 : stryMutAct_9fa48("72") ? text.length >= 8192 : stryMutAct_9fa48("71") ? false : (stryCov_9fa48("71", "72", "73"), text.length > 8192)) || (stryMutAct_9fa48("74") ? /^[\x21-\x7e]+$/.test(text) : (stryCov_9fa48("74"), !(stryMutAct_9fa48("78") ? /^[^\x21-\x7e]+$/ : stryMutAct_9fa48("77") ? /^[\x21-\x7e]$/ : stryMutAct_9fa48("76") ? /^[\x21-\x7e]+/ : stryMutAct_9fa48("75") ? /[\x21-\x7e]+$/ : (stryCov_9fa48("75", "76", "77", "78"), /^[\x21-\x7e]+$/)).test(text))))) || (stryMutAct_9fa48("79") ? URL.canParse(text) : (stryCov_9fa48("79"), !URL.canParse(text))))) return stryMutAct_9fa48("80") ? true : (stryCov_9fa48("80"), false);
    const url = new URL(text);
    const loopback = (stryMutAct_9fa48("81") ? [] : (stryCov_9fa48("81"), [stryMutAct_9fa48("82") ? "" : (stryCov_9fa48("82"), 'localhost'), stryMutAct_9fa48("83") ? "" : (stryCov_9fa48("83"), '127.0.0.1'), stryMutAct_9fa48("84") ? "" : (stryCov_9fa48("84"), '[::1]')])).includes(url.hostname);
    const allowed = stryMutAct_9fa48("87") ? url.protocol === 'https:' && url.protocol === 'http:' && loopback : stryMutAct_9fa48("86") ? false : stryMutAct_9fa48("85") ? true : (stryCov_9fa48("85", "86", "87"), (stryMutAct_9fa48("89") ? url.protocol !== 'https:' : stryMutAct_9fa48("88") ? false : (stryCov_9fa48("88", "89"), url.protocol === (stryMutAct_9fa48("90") ? "" : (stryCov_9fa48("90"), 'https:')))) || (stryMutAct_9fa48("92") ? url.protocol === 'http:' || loopback : stryMutAct_9fa48("91") ? false : (stryCov_9fa48("91", "92"), (stryMutAct_9fa48("94") ? url.protocol !== 'http:' : stryMutAct_9fa48("93") ? true : (stryCov_9fa48("93", "94"), url.protocol === (stryMutAct_9fa48("95") ? "" : (stryCov_9fa48("95"), 'http:')))) && loopback)));
    return stryMutAct_9fa48("98") ? allowed && /^https?:\/\//i.test(text) && !url.username || !url.password : stryMutAct_9fa48("97") ? false : stryMutAct_9fa48("96") ? true : (stryCov_9fa48("96", "97", "98"), (stryMutAct_9fa48("100") ? allowed && /^https?:\/\//i.test(text) || !url.username : stryMutAct_9fa48("99") ? true : (stryCov_9fa48("99", "100"), (stryMutAct_9fa48("102") ? allowed || /^https?:\/\//i.test(text) : stryMutAct_9fa48("101") ? true : (stryCov_9fa48("101", "102"), allowed && (stryMutAct_9fa48("104") ? /^https:\/\//i : stryMutAct_9fa48("103") ? /https?:\/\//i : (stryCov_9fa48("103", "104"), /^https?:\/\//i)).test(text))) && (stryMutAct_9fa48("105") ? url.username : (stryCov_9fa48("105"), !url.username)))) && (stryMutAct_9fa48("106") ? url.password : (stryCov_9fa48("106"), !url.password)));
  }
}
function meaningOf({
  status
}: PaymentAnswer, {
  statuses
}: WireProfile): Meaning | undefined {
  if (stryMutAct_9fa48("107")) {
    {}
  } else {
    stryCov_9fa48("107");
    return Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  }
}
function verdictOfMeaning(attempt: Attempt, {
  status,
  amount
}: PaymentAnswer, meaning: Meaning | undefined): Verdict {
  if (stryMutAct_9fa48("108")) {
    {}
  } else {
    stryCov_9fa48("108");
    const alarm = (stryMutAct_9fa48("111") ? meaning !== undefined : stryMutAct_9fa48("110") ? false : stryMutAct_9fa48("109") ? true : (stryCov_9fa48("109", "110", "111"), meaning === undefined)) ? {
      alarm: 'unknown_status'
    } as const : {};
    const target = (stryMutAct_9fa48("114") ? meaning === undefined && meaning === 'untouched' : stryMutAct_9fa48("113") ? false : stryMutAct_9fa48("112") ? true : (stryCov_9fa48("112", "113", "114"), (stryMutAct_9fa48("116") ? meaning !== undefined : stryMutAct_9fa48("115") ? false : (stryCov_9fa48("115", "116"), meaning === undefined)) || (stryMutAct_9fa48("118") ? meaning !== 'untouched' : stryMutAct_9fa48("117") ? false : (stryCov_9fa48("117", "118"), meaning === (stryMutAct_9fa48("119") ? "" : (stryCov_9fa48("119"), 'untouched')))))) ? stryMutAct_9fa48("120") ? "" : (stryCov_9fa48("120"), 'pending') : meaning;
    const same = isSame(attempt.state, target);
    if (stryMutAct_9fa48("123") ? !same || !mayMove(attempt.state, target) : stryMutAct_9fa48("122") ? false : stryMutAct_9fa48("121") ? true : (stryCov_9fa48("121", "122", "123"), (stryMutAct_9fa48("124") ? same : (stryCov_9fa48("124"), !same)) && (stryMutAct_9fa48("125") ? mayMove(attempt.state, target) : (stryCov_9fa48("125"), !mayMove(attempt.state, target))))) return nothing;
    if (stryMutAct_9fa48("128") ? isPaid(target) || !agrees(amount, attempt) : stryMutAct_9fa48("127") ? false : stryMutAct_9fa48("126") ? true : (stryCov_9fa48("126", "127", "128"), isPaid(target) && (stryMutAct_9fa48("129") ? agrees(amount, attempt) : (stryCov_9fa48("129"), !agrees(amount, attempt))))) {
      if (stryMutAct_9fa48("130")) {
        {}
      } else {
        stryCov_9fa48("130");
        if (stryMutAct_9fa48("133") ? attempt.flag !== 'mismatch' : stryMutAct_9fa48("132") ? false : stryMutAct_9fa48("131") ? true : (stryCov_9fa48("131", "132", "133"), attempt.flag === (stryMutAct_9fa48("134") ? "" : (stryCov_9fa48("134"), 'mismatch')))) return nothing;
        return stryMutAct_9fa48("135") ? {} : (stryCov_9fa48("135"), {
          change: stryMutAct_9fa48("136") ? {} : (stryCov_9fa48("136"), {
            flag: stryMutAct_9fa48("137") ? "" : (stryCov_9fa48("137"), 'mismatch'),
            nextCheckAt: null
          }),
          alarm: stryMutAct_9fa48("138") ? "" : (stryCov_9fa48("138"), 'amount_mismatch')
        });
      }
    }
    if (stryMutAct_9fa48("140") ? false : stryMutAct_9fa48("139") ? true : (stryCov_9fa48("139", "140"), same)) {
      if (stryMutAct_9fa48("141")) {
        {}
      } else {
        stryCov_9fa48("141");
        if (stryMutAct_9fa48("144") ? isFinal(attempt.state) && attempt.status === status : stryMutAct_9fa48("143") ? false : stryMutAct_9fa48("142") ? true : (stryCov_9fa48("142", "143", "144"), isFinal(attempt.state) || (stryMutAct_9fa48("146") ? attempt.status !== status : stryMutAct_9fa48("145") ? false : (stryCov_9fa48("145", "146"), attempt.status === status)))) return nothing;
        return stryMutAct_9fa48("147") ? {} : (stryCov_9fa48("147"), {
          change: stryMutAct_9fa48("148") ? {} : (stryCov_9fa48("148"), {
            status
          }),
          ...alarm
        });
      }
    }
    const change = stryMutAct_9fa48("149") ? {} : (stryCov_9fa48("149"), {
      state: target,
      status
    });
    if (stryMutAct_9fa48("151") ? false : stryMutAct_9fa48("150") ? true : (stryCov_9fa48("150", "151"), isLateTruth(attempt.state, target))) return stryMutAct_9fa48("152") ? {} : (stryCov_9fa48("152"), {
      change,
      alarm: stryMutAct_9fa48("153") ? "" : (stryCov_9fa48("153"), 'late_truth')
    });
    return stryMutAct_9fa48("154") ? {} : (stryCov_9fa48("154"), {
      change,
      ...alarm
    });
  }
}

/** `pending` is also what an attempt at the bank's page is. */
function isSame(state: AttemptState, target: AttemptState): boolean {
  if (stryMutAct_9fa48("155")) {
    {}
  } else {
    stryCov_9fa48("155");
    return stryMutAct_9fa48("158") ? state === target && state === 'awaiting_bank' && target === 'pending' : stryMutAct_9fa48("157") ? false : stryMutAct_9fa48("156") ? true : (stryCov_9fa48("156", "157", "158"), (stryMutAct_9fa48("160") ? state !== target : stryMutAct_9fa48("159") ? false : (stryCov_9fa48("159", "160"), state === target)) || (stryMutAct_9fa48("162") ? state === 'awaiting_bank' || target === 'pending' : stryMutAct_9fa48("161") ? false : (stryCov_9fa48("161", "162"), (stryMutAct_9fa48("164") ? state !== 'awaiting_bank' : stryMutAct_9fa48("163") ? true : (stryCov_9fa48("163", "164"), state === (stryMutAct_9fa48("165") ? "" : (stryCov_9fa48("165"), 'awaiting_bank')))) && (stryMutAct_9fa48("167") ? target !== 'pending' : stryMutAct_9fa48("166") ? true : (stryCov_9fa48("166", "167"), target === (stryMutAct_9fa48("168") ? "" : (stryCov_9fa48("168"), 'pending')))))));
  }
}
function agrees(amount: string | null, {
  amountMinor,
  currency
}: Attempt): boolean {
  if (stryMutAct_9fa48("169")) {
    {}
  } else {
    stryCov_9fa48("169");
    if (stryMutAct_9fa48("172") ? amount !== null : stryMutAct_9fa48("171") ? false : stryMutAct_9fa48("170") ? true : (stryCov_9fa48("170", "171", "172"), amount === null)) return stryMutAct_9fa48("173") ? false : (stryCov_9fa48("173"), true);
    try {
      if (stryMutAct_9fa48("174")) {
        {}
      } else {
        stryCov_9fa48("174");
        return stryMutAct_9fa48("177") ? toMinor({
          amount,
          currency
        }) !== amountMinor : stryMutAct_9fa48("176") ? false : stryMutAct_9fa48("175") ? true : (stryCov_9fa48("175", "176", "177"), toMinor(stryMutAct_9fa48("178") ? {} : (stryCov_9fa48("178"), {
          amount,
          currency
        })) === amountMinor);
      }
    } catch {
      if (stryMutAct_9fa48("179")) {
        {}
      } else {
        stryCov_9fa48("179");
        return stryMutAct_9fa48("180") ? true : (stryCov_9fa48("180"), false);
      }
    }
  }
}