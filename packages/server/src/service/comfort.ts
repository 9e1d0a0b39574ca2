import type { Amount } from '@wallet-buttons/protocol';
import {
  anything,
  comfortRow,
  jsonObject,
  jsonObjects,
  members,
  need,
  pick,
  writeAmount,
} from './operation.ts';
import type { JsonObject } from './operation.ts';

/** A payment to a recipient, to be created. */
export interface ComfortOperation {
  readonly amount: Amount;
  /** The merchant's own id of it. */
  readonly guid?: string | undefined;
  readonly purpose?: string | undefined;
  /** Names, phone, document: sent as they are. */
  readonly recipient: JsonObject;
  /** Further members, sent as they are. */
  readonly extra?: JsonObject | undefined;
}

/** Of `createOperations`: payments to recipients. */
export interface CreateOperationsInput {
  readonly operations: readonly ComfortOperation[];
}

/** Of `refundOperations`: by the merchant's own ids. */
export interface RefundOperationsInput {
  readonly guids: readonly string[];
}

/** Of `operationStatus`: by the merchant's own id. */
export interface OperationStatusInput {
  readonly guid: string;
}

/** Of `changeRecipientData`: for an operation that is not paid out yet. */
export interface ChangeRecipientDataInput {
  readonly guid: string;
  readonly recipient: JsonObject;
}

/** Of an export: a list of operations, sent by mail. */
export interface ExportInput {
  /** As the service writes dates. */
  readonly from: string;
  readonly to: string;
  /** `CSV`, `JSON` or `XLSX`. */
  readonly format: string;
  /** Where the export is sent. */
  readonly email: string;
}

/** The comfort group: payments to recipients. Its paths are documented, its payloads observed. */
export const comfort = {
  /** One answer an operation, in the order of the input. */
  createOperations: comfortRow(
    ({ operations }: CreateOperationsInput, profile) =>
      operations.map(({ amount, guid, purpose, recipient, extra }) => {
        const money = writeAmount(amount, 'comfortAmount', profile);
        return members(profile, { guid, comfortAmount: money, purpose, recipient }, extra);
      }),
    (body, { answers }) =>
      jsonObjects(body).map((operation) => ({
        guid: need(operation, answers.guid),
        publicId: pick(operation, answers.publicId),
      })),
  ),
  /** Takes payments back, by the merchant's own ids. The answer is handed on as it came. */
  refundOperations: comfortRow(({ guids }: RefundOperationsInput) => guids, anything),
  /** Asks how a payment to a recipient stands: the service's own word. */
  operationStatus: comfortRow(
    ({ guid }: OperationStatusInput, profile) => members(profile, { guid }),
    (body, { answers }) => {
      const answer = jsonObject(body);
      return { status: need(answer, answers.status), publicId: pick(answer, answers.publicId) };
    },
  ),
  /** Corrects the recipient of a payment that is not paid out yet. The answer is handed on as it came. */
  changeRecipientData: comfortRow(
    ({ guid, recipient }: ChangeRecipientDataInput, profile) =>
      members(profile, { guid, recipient }),
    anything,
  ),
  /**
   * The merchant's balance in major units. A GET.
   * @assumed that what is signed of it is the empty body.
   */
  balance: comfortRow(
    (_: undefined) => null,
    (body, { answers }) => ({ balance: need(jsonObject(body), answers.balance) }),
  ),
  /** Orders a list of the operations of some days, which comes by mail. */
  exportComfortOperations: comfortRow(
    ({ from, to, format, email }: ExportInput, profile) =>
      members(profile, { exportFrom: from, exportTo: to, exportFormat: format, email }),
    (body, { answers }) => {
      const answer = jsonObject(body);
      return { exportId: need(answer, answers.exportId), status: pick(answer, answers.status) };
    },
  ),
};
