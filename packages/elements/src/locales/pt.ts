import { addTexts } from '../texts.ts';

const pending = 'O seu pagamento está a ser verificado. Não pague novamente, por favor.';

/** Portuguese. */
addTexts('pt', {
  succeeded: 'Pago. Obrigado!',
  authorized: 'O seu cartão foi aceite; o montante está reservado.',
  pending,
  unknown: pending,
  failed: 'O pagamento não foi concluído. Nada foi cobrado.',
  cancelled: 'O pagamento foi cancelado.',
  expired: 'O pagamento demorou demasiado e expirou. Nada foi cobrado.',
  refunded: 'O pagamento foi reembolsado.',
  error: 'Não é possível ler o estado. Contacte a loja antes de pagar novamente.',
  bank: 'Continuar no seu banco',
  notCharged: 'Nada foi cobrado. Tente novamente ou escolha outro cartão.',
  notWorkedOut: 'De momento não é possível calcular isto.',
  shippingOption: '{price}: {label}',
  paid: 'Esta encomenda está paga.',
  tooManyAttempts: 'Falharam demasiados pagamentos desta encomenda. Contacte a loja.',
  totalChanged: 'O total mudou. Feche esta janela e prima o botão novamente.',
  disputed: 'O pagamento está a ser verificado. Contacte a loja.',
});
