# A shop: HOOK_SECRET=whsec_… ruby shop.rb
require 'json'
require 'openssl'
require 'sqlite3'
require 'webrick'

KEY = ENV.fetch('HOOK_SECRET').delete_prefix('whsec_').unpack1('m')
raise 'HOOK_SECRET is missing.' if KEY.bytesize < 24

orders = SQLite3::Database.new('orders.db')
orders.busy_timeout = 5000
orders.execute('CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount TEXT, currency TEXT, outcome TEXT)')
orders.execute("INSERT OR IGNORE INTO orders (reference, amount, currency) VALUES ('A-1001', '199.90', 'UAH')")

# The message of the sidecar, once its signature is verified (Standard Webhooks).
def message(request)
  id, at, given = %w[webhook-id webhook-timestamp webhook-signature].map { |name| request[name].to_s.b }
  right = "v1,#{[OpenSSL::HMAC.digest('SHA256', KEY, "#{id}.#{at}.#{request.body}")].pack('m0')}"
  is_fresh = (Time.now.to_i - at.to_i).abs < 300
  is_signed = given.split.any? { |each| OpenSSL.secure_compare(right, each) }
  raise WEBrick::HTTPStatus::Unauthorized unless is_fresh && is_signed
  JSON.parse(request.body)
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: ENV.fetch('PORT', 8080).to_i)
server.mount('/', WEBrick::HTTPServlet::FileHandler, "#{__dir__}/page.html")
server.mount_proc('/find-order') do |request, response|
  sql = "SELECT json_object('reference', reference, 'amount', amount, 'currency', currency) FROM orders WHERE reference = ?"
  response.body = orders.get_first_value(sql, message(request)['order']) or raise WEBrick::HTTPStatus::NotFound
end
server.mount_proc('/status-change') do |request, response|
  change = message(request)
  orders.execute('UPDATE orders SET outcome = ? WHERE reference = ?', change.values_at('order_outcome', 'order'))
  response.body = JSON.generate(received: request['webhook-id'])
end
trap('TERM') { server.shutdown }
server.start
